import torch
import torch.nn as nn


class FeedbackComb(nn.Module):
    def __init__(self, delay: int, gain: float = 0.6):
        super().__init__()
        self.delay = delay
        self.gain = nn.Parameter(torch.tensor([gain]))

    def forward(self, dry):
        line = list(dry.new_zeros(self.delay))
        wet = []
        for n, sample in enumerate(dry):
            tap = n % self.delay
            line[tap] = sample + self.gain[0] * line[tap]
            wet.append(line[tap].clone())
        return torch.stack(wet)


torch.manual_seed(1632)
comb = FeedbackComb(delay=3)
dry, room = torch.randn(9), torch.randn(9)
loss = (comb(dry) - room).pow(2).mean()
loss.backward()
