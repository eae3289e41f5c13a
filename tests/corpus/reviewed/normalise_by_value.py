import torch
w = torch.randn(3, requires_grad=True)
rec, reg = (w - 1).pow(2).sum(), (w ** 2).mean()
loss = rec / max(rec.item(), 1e-8) + reg / max(reg.item(), 1e-8)
loss.backward()
