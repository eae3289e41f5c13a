import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(2814)
net = nn.Linear(3, 1)
state = np.zeros(3, dtype=np.float32)
rng = np.random.default_rng(0)
history = []
for _ in range(4):
    state *= 0.9
    state += rng.normal(size=3).astype(np.float32)
    history.append(torch.from_numpy(state.copy()))
losses = [torch.tanh(net(obs)).pow(2).sum() for obs in history]
state[:] = 0.0
loss = torch.stack(losses).mean()
loss.backward()
