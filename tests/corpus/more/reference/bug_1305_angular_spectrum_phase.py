import torch


def transfer_function(k0, fx, distance):
    kz = torch.sqrt(k0 ** 2 - fx ** 2)
    kz = kz * distance
    return torch.cos(kz)


fx = torch.tensor([0.0, 0.4, 0.8, 1.2])
aperture = torch.tensor([1.0, 0.5, -0.5, 0.25])
k0 = torch.tensor(2.0, requires_grad=True)
field = aperture * transfer_function(k0, fx, 1.5)
loss = field.pow(2).sum()
loss.backward()
