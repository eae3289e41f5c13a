import torch


class DelayLine:
    def __init__(self, length: int):
        self.ring = torch.zeros(length)
        self.head = 0

    @property
    def contents(self) -> torch.Tensor:
        return self.ring

    def push(self, value):
        self.ring = self.ring.index_put((torch.tensor(self.head),), value)
        self.head = (self.head + 1) % len(self.ring)


def resonate(excitation, taps, length=3):
    line = DelayLine(length)
    out = []
    for e in excitation:
        y = e + torch.dot(line.contents, taps)
        line.push(y)
        out.append(y)
    return torch.stack(out)


torch.manual_seed(1732)
taps = torch.tensor([0.5, -0.3, 0.2], requires_grad=True)
signal = resonate(torch.randn(6), taps)
loss = signal.square().mean()
loss.backward()
