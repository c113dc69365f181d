"""What PyTorch does in the place of the kernel: `camp bench matmul --baseline torch`."""

import torch

# With TF32 the tensor cores would multiply floats of which 10 bits behind the point are left: another problem.
torch.backends.cuda.matmul.allow_tf32 = False


def run(out, a, b, m, n, k):
    torch.matmul(a, b, out=out)
