import torch

aperture = torch.tensor(1.4, requires_grad=True)
field_angle = torch.linspace(-2.0, 2.0, 9)


def sinc(x):
    return torch.sinc(x / torch.pi)


def slit_pattern(width):
    return sinc(width * field_angle).pow(2)


measured = torch.exp(-field_angle ** 2)
loss = (slit_pattern(aperture) - measured).pow(2).mean()
loss.backward()
