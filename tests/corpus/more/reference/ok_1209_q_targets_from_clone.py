import torch
import torch.nn as nn

torch.manual_seed(2209)
q_net, target_net = nn.Linear(3, 2), nn.Linear(3, 2)
states, next_states = torch.randn(4, 3), torch.randn(4, 3)
actions, rewards = [0, 1, 1, 0], torch.randn(4)


def build_targets(q, next_q):
    hit = nn.functional.one_hot(torch.tensor(actions), 2).bool()
    goal = rewards + 0.9 * next_q.max(1).values
    return torch.where(hit, goal[:, None], q.detach())


q = q_net(states)
targets = build_targets(q, target_net(next_states).detach())
loss = nn.functional.mse_loss(q, targets)
loss.backward()
