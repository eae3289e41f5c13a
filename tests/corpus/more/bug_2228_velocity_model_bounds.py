import torch

torch.manual_seed(2228)
nz = 6
background = torch.linspace(1.5, 3.0, nz) + 0.1 * torch.randn(nz)
velocity = background.clone().requires_grad_(True)
velocity = torch.clamp(velocity, 1.4, 3.5)


def travel_times(v, spacing=0.1):
    return torch.cumsum(spacing / v, dim=0)


picks = travel_times(torch.linspace(1.6, 3.2, nz))
loss = (travel_times(velocity) - picks).pow(2).sum()
loss.backward()
update = velocity.grad
print("gradient available:", update is not None)
