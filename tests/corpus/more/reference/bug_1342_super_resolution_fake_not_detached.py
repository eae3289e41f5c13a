import torch
import torch.nn as nn

torch.manual_seed(1342)
net_g = nn.Sequential(nn.Conv2d(1, 2, 1), nn.LeakyReLU(0.2), nn.Conv2d(2, 1, 1))
net_d = nn.Conv2d(1, 1, 2)
opt_g = torch.optim.SGD(net_g.parameters(), lr=0.1)
opt_d = torch.optim.SGD(net_d.parameters(), lr=0.1)


def step(loss, opt, **kw):
    opt.zero_grad()
    loss.backward(**kw)
    opt.step()


lr_img, hr_img = torch.randn(2, 1, 3, 3), torch.randn(2, 1, 3, 3)
fake = net_g(lr_img)
step((fake - hr_img).abs().mean() - 0.01 * net_d(fake).mean(), opt_g, retain_graph=True)
step(net_d(fake.detach()).mean() - net_d(hr_img).mean(), opt_d)
