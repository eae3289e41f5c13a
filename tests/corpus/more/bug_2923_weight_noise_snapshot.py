import torch
import torch.nn as nn


def snapshot(module):
    return {name: p.detach() for name, p in module.named_parameters()}


def sensitivity(module, weights, obs, sigma=0.05):
    for w in weights.values():
        w += sigma * torch.randn_like(w)
    with torch.no_grad():
        return torch.func.functional_call(module, weights, (obs,)).std().item()


torch.manual_seed(1323)
policy = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
obs, actions = torch.randn(5, 3), torch.tensor([0, 1, 0, 1, 1])

logits = policy(obs)
log = {"spread": sensitivity(policy, snapshot(policy), obs)}
loss = nn.functional.cross_entropy(logits, actions)
loss.backward()
print(log)
