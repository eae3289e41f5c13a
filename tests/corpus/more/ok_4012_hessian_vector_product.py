import torch
import torch.nn.functional as F

torch.manual_seed(22)
x = torch.randn(6, 4)
y = torch.tensor([1.0, -1.0, 1.0, 1.0, -1.0, -1.0])
w = torch.randn(4, requires_grad=True)
v = torch.randn(4)

loss = F.softplus(-y * (x @ w)).mean() + 0.05 * w.pow(2).sum()
(g,) = torch.autograd.grad(loss, w, create_graph=True)
(hv,) = torch.autograd.grad(g, w, grad_outputs=v)
curvature = torch.dot(v, hv).item()
print("v^T H v", curvature)
