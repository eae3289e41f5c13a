import torch

torch.manual_seed(1713)
params = torch.tensor([0.5, -0.3], requires_grad=True)
t = torch.linspace(0, 1, 6)
y = 0.8 * t + 0.1 * torch.randn(6)

residual = params[0] * t + params[1] - y
cost = residual.pow(2)
cost /= 0.3 ** 2
cost += 1
loss = cost.log().sum()
loss.backward()
