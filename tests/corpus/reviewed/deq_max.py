import torch
w = torch.randn(3, requires_grad=True)
losses = [(w ** 2).sum(), (w - 1).abs().sum()]
worst = max(l.item() for l in losses)
loss = sum(l * (l.item() / worst) for l in losses)
loss.backward()
