import torch
s = torch.nn.Parameter(torch.tensor(0.1))
x = torch.randn(5)
q = x / s
q = q + (q.round() - q).detach()
opt = torch.optim.SGD([s], lr=0.1)
opt.zero_grad(); (q * s).pow(2).sum().backward(); opt.step()
