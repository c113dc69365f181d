"""What PyTorch does in the place of the kernel: `camp bench softmax --baseline torch`."""

import torch


def run(out, x, rows, cols):
    torch.softmax(x, dim=1, out=out)
