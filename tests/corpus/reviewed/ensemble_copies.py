import copy, torch
base = torch.nn.Linear(3, 1)
nets = [copy.deepcopy(base) for _ in range(3)]
opts = [torch.optim.SGD(n.parameters(), lr=0.1) for n in nets]
for n, o in zip(nets, opts):
    o.zero_grad()
    n(torch.randn(4, 3)).pow(2).mean().backward()
    o.step()
