import copy
import torch
import torch.nn as nn

torch.manual_seed(1606)
online = nn.Linear(3, 2)
target = copy.deepcopy(online)
opt = torch.optim.SGD(online.parameters(), lr=0.1)
obs, next_obs = torch.randn(4, 3), torch.randn(4, 3)
action, reward = torch.tensor([0, 1, 1, 0]), torch.randn(4)


def td_target(reward, next_obs, gamma=0.9):
    with torch.no_grad():
        best = online(next_obs).argmax(dim=1, keepdim=True)
        return reward + gamma * target(next_obs).gather(1, best).squeeze(1)


q = online(obs).gather(1, action[:, None]).squeeze(1)
loss = nn.functional.mse_loss(q, td_target(reward, next_obs))
opt.zero_grad()
loss.backward()
opt.step()
with torch.no_grad():
    for t, o in zip(target.parameters(), online.parameters()):
        t.lerp_(o, 0.05)
