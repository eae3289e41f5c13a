import torch
from torch import nn


def entropy_of(probs):
    return -(probs * torch.log(probs + 1e-8)).sum(-1)


def surrogate(probs, old_probs, actions, advantages, clip=0.2):
    probs = probs.clamp(min=1e-3)
    ratio = probs.gather(1, actions) / old_probs.gather(1, actions)
    clipped = ratio.clamp(1 - clip, 1 + clip)
    return -torch.min(ratio * advantages, clipped * advantages).mean()


torch.manual_seed(326)
actor = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 4), nn.Softmax(dim=-1))
states = torch.randn(6, 3)
actions = torch.randint(0, 4, (6, 1))
old_probs = torch.full((6, 4), 0.25)

probs = actor(states)
bonus = entropy_of(probs).mean()
loss = surrogate(probs, old_probs, actions, advantages=torch.randn(6, 1)) - 0.01 * bonus
loss.backward()
