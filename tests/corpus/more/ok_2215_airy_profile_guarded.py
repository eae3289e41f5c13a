import torch

aperture = torch.tensor(1.4, requires_grad=True)
field_angle = torch.linspace(-2.0, 2.0, 9)


def sinc(x):
    near = x.abs() < 1e-6
    guarded = torch.where(near, torch.ones_like(x), x)
    return torch.where(near, torch.ones_like(x), torch.sin(guarded) / guarded)


def slit_pattern(width):
    return sinc(width * field_angle).pow(2)


measured = torch.exp(-field_angle ** 2)
loss = (slit_pattern(aperture) - measured).pow(2).mean()
loss.backward()
