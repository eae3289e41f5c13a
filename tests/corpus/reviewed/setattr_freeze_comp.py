import torch
net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 1))
_ = [setattr(p, "requires_grad", False) for p in net[0].parameters()]
opt = torch.optim.SGD(net[1].parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    net(torch.randn(2, 3)).sum().backward()
    opt.step()
