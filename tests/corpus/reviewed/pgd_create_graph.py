import torch
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(4, 3)
for _ in range(2):
    delta = torch.zeros_like(x, requires_grad=True)
    g, = torch.autograd.grad(net(x + delta).sum(), delta, create_graph=True)
    with torch.no_grad():
        delta += 0.1 * g.sign()
    opt.zero_grad()
    net(x + delta).pow(2).mean().backward()
    opt.step()
