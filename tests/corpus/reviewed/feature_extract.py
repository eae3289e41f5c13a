import copy, torch
net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU(), torch.nn.Linear(3, 2))
feats = copy.deepcopy(net[:2])
for p in feats.parameters():
    p.requires_grad_(False)
probe = torch.nn.Linear(3, 2)
opt = torch.optim.SGD(probe.parameters(), lr=0.1)
x = torch.randn(4, 3)
with torch.no_grad():
    f = feats(x)
opt.zero_grad(); probe(f).sum().backward(); opt.step()
