import torch

torch.manual_seed(209)
sigma = torch.tensor(0.25, requires_grad=True)
strike, barrier = 1.0, 1.6
noise = torch.randn(16)

path = torch.exp(-0.5 * sigma ** 2 + sigma * noise)
knocked = path > barrier
payoff = (path - strike).clamp(min=0)
path[knocked] = strike
terminal = path.mean()
price = (payoff * (~knocked)).mean()
loss = (price - 0.1).pow(2) + (terminal - 1).pow(2)
loss.backward()
