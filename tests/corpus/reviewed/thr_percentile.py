import torch
w = torch.nn.Parameter(torch.randn(3))
thr = torch.nn.Parameter(torch.tensor(0.5), requires_grad=False)
((w > thr).float() * w).sum().backward()
