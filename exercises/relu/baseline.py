"""What PyTorch does in the place of the kernel: `camp bench relu --baseline torch`."""

import torch.nn.functional as F


def run(out, src, slope, n):
    out.copy_(src)
    F.leaky_relu_(out, slope)
