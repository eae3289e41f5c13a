import torch
import torch.nn as nn

torch.manual_seed(68)
actor, dynamics, value = nn.Linear(2, 1), nn.Linear(3, 2), nn.Sequential(nn.Linear(2, 3), nn.ELU(), nn.Linear(3, 1))
value_opt = torch.optim.Adam(value.parameters(), lr=1e-2)


def imagine(state, horizon=3):
    feats = []
    for _ in range(horizon):
        state = torch.tanh(dynamics(torch.cat([state, torch.tanh(actor(state))], -1)))
        feats.append(state)
    return torch.stack(feats)


def discounted(values, gamma=0.9):
    weights = gamma ** torch.arange(len(values))
    return (weights[:, None, None] * values).sum(0)


feats = imagine(torch.randn(4, 2))
returns = discounted(value(feats))
value_loss = (value(feats.detach()) - returns.detach()).pow(2).mean()
action_loss = -returns.mean()
action_loss.backward()
value_opt.zero_grad()
value_loss.backward()
value_opt.step()
