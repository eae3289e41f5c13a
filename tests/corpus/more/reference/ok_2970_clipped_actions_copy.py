import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(1420)
rng = np.random.default_rng(3)
actor = nn.Linear(3, 2)
limits = np.array([2.0, 0.5], dtype=np.float32)
obs_buffer = np.zeros((4, 3), dtype=np.float32)

opt = torch.optim.SGD(actor.parameters(), lr=0.1)
for episode in range(2):
    obs_buffer[...] = rng.normal(size=obs_buffer.shape)
    mu = torch.tanh(actor(torch.tensor(obs_buffer.tolist())))
    command = np.array(mu.tolist(), dtype=np.float32) * limits
    command += 0.1 * rng.normal(size=command.shape)
    np.clip(command, -limits, limits, out=command)
    opt.zero_grad()
    loss = (mu - torch.from_numpy(command / limits).float()).square().mean() + 0.1 * mu.square().sum()
    loss.backward()
    opt.step()
    obs_buffer.fill(0.0)
