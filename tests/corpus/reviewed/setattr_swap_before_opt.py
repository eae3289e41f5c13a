import torch
net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 1))
for name, mod in list(net.named_children()):
    setattr(net, name, torch.nn.Linear(mod.in_features, mod.out_features))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
opt.zero_grad(); net(torch.randn(2, 3)).sum().backward(); opt.step()
