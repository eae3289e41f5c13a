import torch

torch.manual_seed(310)
N_EVENTS = 4
log_rate = torch.randn(3, requires_grad=True)
phase = torch.zeros(3, requires_grad=True)


class EventStream:
    """Yields event times of several recordings."""

    def __init__(self, gaps):
        self.gaps = gaps
        self.times = torch.empty(gaps.size(1))

    def __iter__(self):
        for row in self.gaps:
            torch.cumsum(row, dim=0, out=self.times)
            yield self.times


def intensity(times):
    return torch.outer(times, log_rate.exp()).add(phase).sin().add(1.5)


stream = EventStream(torch.rand(3, N_EVENTS))
nll = []
for times in stream:
    lam = intensity(times)
    nll.append(-lam.log().sum() + lam.mean())
loss = torch.stack(nll).mean()
loss.backward()
