import torch
net = torch.nn.Linear(3, 1)
base = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    x, y = torch.randn(4, 3), torch.randn(4, 1)
    base.zero_grad()
    (net(x) - y).pow(2).mean().backward()
    with torch.no_grad():
        norm = torch.sqrt(sum(p.grad.pow(2).sum() for p in net.parameters()))
        eps = []
        for p in net.parameters():
            e = 0.05 * p.grad / (norm + 1e-12)
            p.add_(e)
            eps.append(e)
    base.zero_grad()
    (net(x) - y).pow(2).mean().backward()
    with torch.no_grad():
        for p, e in zip(net.parameters(), eps):
            p.sub_(e)
    base.step()
