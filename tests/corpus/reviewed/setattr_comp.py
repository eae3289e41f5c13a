import torch
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    [setattr(p, "grad", None) for p in net.parameters()]
    net(torch.randn(2, 3)).sum().backward()
    opt.step()
