import copy, torch
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
twin = copy.deepcopy(net)
for a, b in zip(net.parameters(), twin.parameters()):
    b.data = a.data                     # one memory, another graph
for _ in range(2):
    twin.zero_grad()
    twin(torch.randn(2, 3)).pow(2).mean().backward()
    for a, b in zip(net.parameters(), twin.parameters()):
        setattr(a, "grad", getattr(b, "grad"))
    opt.step()
