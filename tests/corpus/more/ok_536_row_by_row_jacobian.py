import torch


def jacobian(outputs, inputs):
    rows = []
    for k, out in enumerate(outputs):
        last = k == len(outputs) - 1
        (row,) = torch.autograd.grad(out, inputs, retain_graph=not last, create_graph=False)
        rows.append(row)
    return torch.stack(rows)


torch.manual_seed(86)
theta = torch.randn(3, requires_grad=True)
t = torch.linspace(0.2, 1.0, 4)
obs = torch.rand(4)
model = theta[0] * torch.exp(-theta[1].square() * t) + theta[2]
res = (model - obs).detach()
J = jacobian(model, theta)
theta.grad = J.T @ res
with torch.no_grad():
    H = J.T @ J
    H.diagonal().add_(1e-2)
    theta -= torch.linalg.solve(H, theta.grad)
print(J.shape)
