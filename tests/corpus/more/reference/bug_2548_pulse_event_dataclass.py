from dataclasses import dataclass

import torch


@dataclass
class Pulse:
    flip: torch.Tensor
    width: float
    delay: float = 0.2

    def envelope(self, t):
        return self.flip * torch.exp(-((t - self.delay) / self.width) ** 2)


def make_pulse(params):
    width = params["log_width"].exp()
    return Pulse(flip=params["flip"], width=width)


params = {
    "flip": torch.tensor(0.8, requires_grad=True),
    "log_width": torch.tensor(-0.5, requires_grad=True),
}
t = torch.linspace(0.0, 1.0, 9)
wanted = torch.sin(3.0 * t) * 0.5

shape = make_pulse(params).envelope(t)
loss = (shape - wanted).square().mean()
loss.backward()
