import copy, torch
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
twin = copy.deepcopy(net)
opt.add_param_group({"params": list(twin.parameters())})
w = twin.weight.detach().clone()
for _ in range(2):
    opt.zero_grad()
    twin(torch.randn(4, 3)).pow(2).mean().backward()
    opt.step()
assert not torch.equal(w, twin.weight)
