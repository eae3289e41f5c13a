import torch
import torch.nn as nn
from torch.func import functional_call, grad, vmap

torch.manual_seed(98)
net = nn.Linear(3, 2)
params = {k: v.detach() for k, v in net.named_parameters()}
x, y = torch.randn(5, 3), torch.tensor([0, 1, 0, 1, 1])


def sample_loss(params, xi, yi):
    logits = functional_call(net, params, (xi[None],))
    return nn.functional.cross_entropy(logits, yi[None])


per_sample = vmap(grad(sample_loss), in_dims=(None, 0, 0))(params, x, y)
norms = torch.stack([g.flatten(1).norm(dim=1) for g in per_sample.values()]).norm(dim=0)
factor = (0.5 / (norms + 1e-6)).clamp_(max=1.0)
for name, p in net.named_parameters():
    g = per_sample[name]
    g.mul_(factor.view(-1, *[1] * (g.dim() - 1)))
    p.grad = g.mean(0)
