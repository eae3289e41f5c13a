import torch
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
loss = (w ** 2).sum()
opt.zero_grad(); loss.backward()
coef = min(1.0, 0.5 / (w.grad.norm().item() + 1e-6))
w.grad.mul_(coef)
opt.step()
