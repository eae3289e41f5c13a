import torch
import torch.nn as nn

torch.manual_seed(919)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
params = list(model.parameters())
x, y = torch.randn(4, 2), torch.randn(4, 1)

loss = (model(x) - y).pow(2).mean()
loss.backward(create_graph=True)
grads = [p.grad for p in params]
zs = [torch.randint(0, 2, p.shape).float() * 2 - 1 for p in params]
h_zs = torch.autograd.grad(grads, params, grad_outputs=zs)
diag = [h * z for h, z in zip(h_zs, zs)]
