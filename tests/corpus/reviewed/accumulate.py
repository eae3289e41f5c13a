import torch
net = torch.nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i, x in enumerate(torch.randn(6, 4, 3)):
    (net(x).pow(2).mean() / 2).backward()
    if (i + 1) % 2 == 0:
        opt.step()
        opt.zero_grad()
