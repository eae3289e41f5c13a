import torch
import torch.nn as nn

torch.manual_seed(3216)
online, target_net = nn.Linear(3, 2), nn.Linear(3, 2)
target_net.load_state_dict(online.state_dict())
s, s2 = torch.randn(5, 3), torch.randn(5, 3)
a = torch.tensor([0, 1, 1, 0, 1])
r, done = torch.randn(5), torch.tensor([0, 0, 1, 0, 1]).bool()


def bellman(q, gamma=0.95):
    y = q.detach()
    boot = target_net(s2).detach()
    boot[done] = 0.0
    hot = nn.functional.one_hot(a, 2).bool()
    return torch.where(hot, (r + gamma * boot.amax(dim=1)).unsqueeze(1), y)


q = online(s)
stats = q.detach().mean(dim=0)
stats -= stats.min()
loss = nn.functional.huber_loss(q, bellman(q))
loss.backward()
