import torch

torch.manual_seed(24)
a = torch.randn(8, 3)
train_y, val_y = torch.randn(8), torch.randn(8)
log_lr = torch.tensor([-2.0, -3.0], requires_grad=True)

w = torch.zeros(3).requires_grad_()
for step in range(4):
    inner = (a @ w - train_y).pow(2).mean() + torch.exp(log_lr[1]) * w.pow(4).sum()
    (g,) = torch.autograd.grad(inner, w, create_graph=True)
    w = w - torch.exp(log_lr[0]) * g
outer = (a @ w - val_y).pow(2).mean()
outer.backward()
print("outer", outer.item(), "hypergrad", log_lr.grad.tolist())
