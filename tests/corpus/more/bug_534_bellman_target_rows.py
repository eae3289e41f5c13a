import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(18)
qnet = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
batch = {
    "obs": torch.randn(5, 3),
    "next_obs": torch.randn(5, 3),
    "action": torch.tensor([0, 1, 1, 0, 1]),
    "reward": torch.randn(5),
    "done": torch.tensor([0.0, 0.0, 1.0, 0.0, 1.0]),
}


def td_loss(obs, next_obs, action, reward, done, gamma=0.95):
    q = qnet(obs)
    with torch.no_grad():
        best = qnet(next_obs).amax(1)
    target = q.detach()
    target[torch.arange(len(q)), action] = reward + gamma * (1 - done) * best
    return F.mse_loss(q, target)


loss = td_loss(**batch)
loss.backward()
