import torch
import torch.nn as nn


class LearnedFrontEnd(nn.Module):
    def __init__(self, frame, bins):
        super().__init__()
        self.basis = nn.Parameter(torch.randn(frame, bins) * 0.3)

    def forward(self, frames):
        spec = frames @ self.basis
        energy = spec.pow(2).sum(dim=-1)
        spec[..., 0] = 0.0
        return spec, energy


torch.manual_seed(605)
front = LearnedFrontEnd(4, 3)
audio = torch.randn(20)
frames = audio.unfold(0, 4, 4)
spec, energy = front(frames)
flatness = spec.abs().mean()
loss = (energy - 1.0).pow(2).mean() + 0.1 * flatness
loss.backward()
print("loss", round(loss.item(), 4))
