import torch
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    x = torch.randn(4, 3).requires_grad_()
    for _ in range(2):
        g, = torch.autograd.grad(net(x).sum(), x, create_graph=True)
        x.data -= 0.1 * g + 0.01 * torch.randn_like(x)
    x = x.detach()
    opt.zero_grad()
    (net(torch.randn(4, 3)).mean() - net(x).mean()).backward()
    opt.step()
