import torch
net = torch.nn.Linear(4, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = torch.randn(6, 2, 2)
for _ in range(2):
    x = data.view(6, 4)
    with torch.no_grad():
        clean = net(x).softmax(-1)
    x.requires_grad_()
    kl = (net(x).log_softmax(-1) * -clean).sum()
    g, = torch.autograd.grad(kl, x)
    adv = (x + 0.1 * g.sign()).detach()
    data = data.clone()
    opt.zero_grad()
    (-(clean * net(adv).log_softmax(-1)).sum()).backward()
    opt.step()
