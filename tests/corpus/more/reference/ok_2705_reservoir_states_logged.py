import torch
import torch.nn as nn


class Reservoir(nn.Module):
    def __init__(self, n_in, n_hidden, leak=0.4):
        super().__init__()
        self.w_in = nn.Linear(n_in, n_hidden)
        self.w_rec = nn.Linear(n_hidden, n_hidden, bias=False)
        self.leak = leak

    def forward(self, signal):
        steps, batch, _ = signal.shape
        h = torch.zeros(batch, self.w_rec.in_features)
        states = []
        for t in range(steps):
            drive = torch.tanh(self.w_in(signal[t]) + self.w_rec(h))
            h = (1 - self.leak) * h + self.leak * drive
            states.append(h)
        return torch.stack(states)


torch.manual_seed(2805)
reservoir = Reservoir(1, 3)
states = reservoir(torch.randn(4, 2, 1))
loss = states.pow(2).mean()
loss.backward()
print(loss.item())
