import math

import torch


def hz_to_mel(freq):
    linear = freq * 3.0 / 200.0
    logarithmic = 15.0 + torch.log(freq / 1000.0) * 27.0 / math.log(6.4)
    return torch.where(freq >= 1000.0, logarithmic, linear)


centres = torch.tensor([0.0, 400.0, 2500.0], requires_grad=True)
target = torch.tensor([1.0, 5.0, 30.0])
loss = (hz_to_mel(centres) - target).pow(2).mean()
loss.backward()
