import torch
import torch.nn as nn

torch.manual_seed(2120)
synth = nn.Linear(3, 8)
gain = nn.Parameter(torch.rand(3))


def fade_in(wave, n=3):
    head = wave[..., :n] * torch.sigmoid(gain)
    wave[..., :n] = head
    return wave


def overlap_add(clips):
    total = torch.zeros(12)
    for k, clip in enumerate(clips):
        total[4 * k: 4 * k + 8] += clip
    return total


latents = torch.randn(2, 3)
clips = [fade_in(synth(z)) for z in latents]
loss = overlap_add(clips).pow(2).sum()
loss.backward()
