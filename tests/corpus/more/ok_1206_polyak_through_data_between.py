import torch
import torch.nn as nn


def update_networks(target, online, tau=0.1):
    for t, o in zip(target.parameters(), online.parameters()):
        mixed = (1.0 - tau) * t.data + tau * o.data
        t.data.copy_(mixed)


torch.manual_seed(2206)
online, target = nn.Linear(3, 2), nn.Linear(3, 2)
states, next_states = torch.randn(5, 3), torch.randn(5, 3)
rewards, actions = torch.randn(5), torch.tensor([0, 1, 1, 0, 1])

with torch.no_grad():
    goal = rewards + 0.9 * target(next_states).max(1).values
q_sa = online(states)[torch.arange(5), actions]
loss = (q_sa - goal).pow(2).mean()
update_networks(target, online)
loss.backward()
