import torch
net = torch.nn.Linear(3, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    torch.nn.functional.linear(torch.randn(2, 3), net.weight.t()).sum().backward()
    opt.step()
    for p in net.parameters():
        p.detach().clamp_(-0.1, 0.1)
