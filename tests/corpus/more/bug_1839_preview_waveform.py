import numpy as np
import torch
import torch.nn as nn


class Vocoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.ConvTranspose1d(2, 1, 4, stride=2)

    def forward(self, mel):
        return torch.tanh(self.up(mel))


def to_pcm(wave: torch.Tensor) -> np.ndarray:
    pcm = wave.detach().squeeze().numpy()
    pcm *= 0.95 / np.abs(pcm).max()
    return (pcm * 32767).astype(np.int16)


torch.manual_seed(1839)
vocoder = Vocoder()
mel, target = torch.randn(1, 2, 3), torch.randn(1, 1, 8)
wave = vocoder(mel)
loss = nn.functional.l1_loss(wave, target)
preview = to_pcm(wave)
loss.backward()
