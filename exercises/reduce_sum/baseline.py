"""What PyTorch does in the place of the kernel: `camp bench reduce_sum --baseline torch`."""

import torch


def run(out, x, rows, cols):
    torch.sum(x, dim=1, out=out)
