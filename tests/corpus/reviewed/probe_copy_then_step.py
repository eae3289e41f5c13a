import copy, torch
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
probe = copy.deepcopy(net)
probe(torch.randn(4, 3)).pow(2).mean().backward()   # how large would they be?
for epoch in range(2):
    for x in torch.randn(3, 4, 3).unbind(0):
        opt.zero_grad()
        net(x).pow(2).mean().backward()
        opt.step()
