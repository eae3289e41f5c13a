import torch

torch.manual_seed(1710)
coupling = torch.tensor(0.8, requires_grad=True)
natural = torch.randn(4)
theta = torch.rand(4) * 6.0

for step in range(3):
    diff = theta[None, :] - theta[:, None]
    pull = torch.sin(diff).mean(dim=1)
    theta += 0.1 * (natural + coupling * pull)
order = torch.stack([theta.cos().mean(), theta.sin().mean()]).norm()
loss = 1 - order
loss.backward()
