import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(26)
qnet = nn.Linear(3, 2)
obs, nxt = torch.randn(4, 3), torch.randn(4, 3)
act = torch.tensor([0, 1, 1, 0])
rew = torch.randn(4)

q = qnet(obs)
target = q.detach()
with torch.no_grad():
    best = qnet(nxt).max(1).values
target[torch.arange(4), act] = rew + 0.9 * best
loss = F.mse_loss(q, target)
loss.backward()
