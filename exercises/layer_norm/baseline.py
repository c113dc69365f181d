"""What PyTorch does in the place of the kernel: `camp bench layer_norm --baseline torch`."""

import torch


def run(out, x, gamma, beta, rows, cols, eps):
    # The function makes an output of its own. Copying it into `out` would be timed, and is none of its work.
    torch.nn.functional.layer_norm(x, (cols,), gamma, beta, eps)
