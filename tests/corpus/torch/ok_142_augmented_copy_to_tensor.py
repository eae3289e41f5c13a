import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(427)
rng = np.random.default_rng(7)
net = nn.Linear(4, 2)
frame = np.zeros(4, dtype=np.float32)
losses = []


def sense(buf):
    buf[:] = rng.normal(size=buf.shape)
    buf *= 0.5
    return torch.tensor(buf)


for step in range(3):
    obs = sense(frame)
    out = net(obs)
    losses.append((out - torch.tensor([1.0, -1.0])).square().sum())
frame.fill(0.0)
loss = torch.stack(losses).mean()
loss.backward()
