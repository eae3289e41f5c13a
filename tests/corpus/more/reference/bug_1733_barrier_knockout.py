import torch


def terminal_and_minimum(spot, vol, z, dt=0.1):
    log_path = torch.cumsum(vol * dt ** 0.5 * z - 0.5 * vol ** 2 * dt, dim=1)
    path = spot * torch.exp(log_path)
    return path[:, -1], path.min(dim=1).values


def down_and_out(final, low, strike, barrier):
    payoff = torch.sigmoid(20 * (final - strike))
    payoff = payoff.masked_fill(low <= barrier, 0.0)
    return payoff.mean()


torch.manual_seed(1733)
spot = torch.tensor(1.0, requires_grad=True)
vol = torch.tensor(0.4, requires_grad=True)
final, low = terminal_and_minimum(spot, vol, torch.randn(10, 5))
loss = down_and_out(final, low, strike=1.0, barrier=0.85)
loss.backward()
print(spot.grad.item())
