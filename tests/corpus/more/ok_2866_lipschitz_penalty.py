import torch
import torch.nn as nn

torch.manual_seed(616)
critic = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 1))
real, fake = torch.randn(5, 3), torch.randn(5, 3) + 1.0
mix = torch.rand(5, 1)


def penalty(net, a, b):
    x = (mix * a.data + (1 - mix) * b.data).requires_grad_()
    (g,) = torch.autograd.grad(net(x).sum(), x, create_graph=True)
    return (g.norm(dim=1) - 1.0).pow(2).mean()


loss = critic(fake).mean() - critic(real).mean()
loss = loss + 10.0 * penalty(critic, real, fake)
loss.backward()
