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
(0.5 * (model - obs).square().sum()).backward()
