import torch
import torch.nn as nn
import torch.nn.functional as F


def param_grads(net, x, y):
    loss = F.cross_entropy(net(x), y)
    return torch.autograd.grad(loss, list(net.parameters()), create_graph=True)


def distance(ga, gb):
    return sum(1 - F.cosine_similarity(a.flatten(), b.flatten(), dim=0) for a, b in zip(ga, gb))


torch.manual_seed(98)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
real_x, real_y = torch.randn(8, 3), torch.randint(0, 2, (8,))
synthetic = torch.randn(2, 3, requires_grad=True)
syn_y = torch.tensor([0, 1])
opt = torch.optim.SGD([synthetic], lr=1.0)

for it in range(2):
    target = [g.detach() for g in param_grads(net, real_x, real_y)]
    loss = distance(param_grads(net, synthetic, syn_y), target)
    opt.zero_grad()
    loss.backward()
    opt.step()
