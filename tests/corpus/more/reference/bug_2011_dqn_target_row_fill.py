import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2111)
q_net = nn.Linear(3, 2)
replay = [(torch.randn(3), i % 2, float(i), torch.randn(3), i == 3) for i in range(4)]


def fit_batch(batch, gamma=0.9):
    states = torch.stack([b[0] for b in batch])
    q = q_net(states)
    target = q.detach().clone()
    for row, (_, action, reward, nxt, done) in enumerate(batch):
        with torch.no_grad():
            bootstrap = 0.0 if done else gamma * q_net(nxt).max()
        target[row, action] = reward + bootstrap
    return F.mse_loss(q, target)


loss = fit_batch(replay)
loss.backward()
