import torch
import torch.nn as nn

torch.manual_seed(1634)
net = nn.Linear(3, 2)
nn.init.orthogonal_(net.weight)
net.bias.data.zero_()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = 5 * torch.randn(6, 3), torch.randn(6, 2)


def step(x, y, limit=0.5):
    opt.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    size = torch.cat([p.grad.flatten() for p in net.parameters()]).norm()
    for p in net.parameters():
        p.grad = p.grad * (limit / (size + 1e-6)).clamp(max=1.0)
    opt.step()
    return loss.item()


print(round(step(x, y), 3))
