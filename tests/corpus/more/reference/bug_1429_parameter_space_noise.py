import torch
import torch.nn as nn

torch.manual_seed(1429)
actor = nn.Linear(3, 2)
obs = torch.randn(6, 3)
returns = torch.randn(6)


def perturb(policy, sigma):
    for p in policy.parameters():
        p.data.add_(sigma * torch.randn(p.shape))
    return policy


noisy = perturb(actor, 0.1)
action = torch.tensor([0, 1, 1, 0, 1, 0])
logp = torch.log_softmax(noisy(obs), dim=1)[torch.arange(6), action]
loss = -(logp * returns).mean()
loss.backward()
