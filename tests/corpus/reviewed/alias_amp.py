import torch
def norm(x):
    dtype = x.dtype
    x32 = x.float()
    x32 = x32 - x32.mean(-1, keepdim=True)
    x32 *= 2
    return x32.to(dtype) + x
w = torch.randn(2, 3, requires_grad=True)
norm(w * 1.0).sum().backward()
