import torch
import torch.nn as nn

torch.manual_seed(1307)
N_TAU, KAPPA, GAMMA = 3, 1.0, 0.99
qnet = nn.Linear(4, N_TAU)
target_net = nn.Linear(4, N_TAU).requires_grad_(False)
taus = (torch.arange(N_TAU) + 0.5) / N_TAU


def quantile_huber(td):
    below = (td < 0).float()
    quad = 0.5 * td.pow(2)
    size = td.abs_()
    huber = torch.where(size <= KAPPA, quad, KAPPA * (size - 0.5 * KAPPA))
    return ((taus[:, None] - below).abs() * huber).sum(1).mean()


batch = {"obs": torch.randn(3, 4), "next_obs": torch.randn(3, 4), "reward": torch.tensor([0.0, 2.0, -3.0])}
theta = qnet(batch["obs"])
backup = batch["reward"][:, None] + GAMMA * target_net(batch["next_obs"])
loss = quantile_huber(backup[:, None, :] - theta[:, :, None])
loss.backward()
