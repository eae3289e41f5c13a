import torch
import torch.nn as nn


class FrameRNN(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.init = nn.Linear(2, dim)
        self.out = nn.Linear(dim, 1)

    def initial_state(self, speaker, batch):
        return self.init(speaker).repeat(batch, 1)

    def forward(self, speaker, frames):
        state = self.initial_state(speaker, len(frames))
        for i, frame in enumerate(frames):
            state[i] += frame
        return self.out(torch.tanh(state))


torch.manual_seed(1202)
net = FrameRNN(3)
speaker, frames = torch.randn(1, 2), torch.randn(4, 3)
target = torch.randn(4, 1)
loss = (net(speaker, frames) - target).pow(2).mean()
loss.backward()
