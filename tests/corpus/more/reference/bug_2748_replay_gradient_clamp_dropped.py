import random

import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(5)
torch.manual_seed(2748)
policy_net = nn.Linear(3, 2)
target_net = nn.Linear(3, 2)
optimizer = torch.optim.RMSprop(policy_net.parameters(), lr=1e-3)
memory = [(torch.randn(3) * 3, i % 2, 4.0 - i, torch.randn(3)) for i in range(8)]


def optimize_model(batch_size=4, gamma=0.9):
    state, action, reward, nxt = zip(*random.sample(memory, batch_size))
    action = torch.tensor(action).unsqueeze(1)
    q = policy_net(torch.stack(state)).gather(1, action).squeeze(1)
    with torch.no_grad():
        expected = torch.tensor(reward) + gamma * target_net(torch.stack(nxt)).amax(1)
    loss = F.mse_loss(q, expected)
    optimizer.zero_grad()
    loss.backward()
    for param in policy_net.parameters():
        param.grad.data.clamp_(-1, 1)
    optimizer.step()


optimize_model()
