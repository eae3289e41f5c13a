import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(820)
policy = nn.Linear(3, 2)
obs = torch.randn(6, 3)
vector = torch.randn(2, 3)


def mean_kl(new_logits, old_logits):
    old = F.log_softmax(old_logits, dim=1)
    new = F.log_softmax(new_logits, dim=1)
    return (old.exp() * (old - new)).sum(1).mean()


logits = policy(obs)
kl = mean_kl(logits, logits)
grad_kl, = torch.autograd.grad(kl, policy.weight, create_graph=True)
fvp, = torch.autograd.grad((grad_kl * vector).sum(), policy.weight)
