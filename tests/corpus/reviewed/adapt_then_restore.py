import copy, torch
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
saved = copy.deepcopy(net.state_dict())
for _ in range(2):
    opt.zero_grad()
    net(torch.randn(4, 3)).pow(2).mean().backward()
    opt.step()
net.load_state_dict(saved)
