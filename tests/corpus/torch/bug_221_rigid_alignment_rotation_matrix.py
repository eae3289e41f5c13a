import torch

torch.manual_seed(361)
theta = torch.tensor(0.2, requires_grad=True)
offset = torch.zeros(2, requires_grad=True)


def rigid(points):
    c, s = torch.cos(theta), torch.sin(theta)
    R = torch.tensor([[c, -s], [s, c]])
    return points @ R.T + offset


def chamfer(a, b):
    d = (a[:, None] - b[None]).pow(2).sum(-1)
    return d.min(1).values.mean() + d.min(0).values.mean()


scan = torch.randn(6, 2)
angle = torch.tensor(0.5)
turn = torch.stack([torch.stack([angle.cos(), -angle.sin()]), torch.stack([angle.sin(), angle.cos()])])
model_cloud = scan @ turn.T + torch.tensor([0.3, -0.1])

opt = torch.optim.SGD([theta, offset], lr=0.1)
opt.zero_grad()
loss = chamfer(rigid(scan), model_cloud)
loss.backward()
opt.step()
print(theta.grad, offset.grad)
