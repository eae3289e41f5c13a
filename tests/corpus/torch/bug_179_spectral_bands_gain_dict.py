import torch
import torch.nn as nn

torch.manual_seed(302)
BANDS = ("low", "mid", "high")
GAINS = {"low": 0.5, "mid": 1.0, "high": 1.7}

mixer = nn.Linear(4, 3)


def split_bands(frames):
    log_mag = mixer(frames)
    return {name: torch.exp(log_mag[:, i]) for i, name in enumerate(BANDS)}


def flatness(band):
    return band.log().mean().exp() / band.mean()


def equalise(bands, gains):
    for name in bands:
        bands[name] *= gains[name]
    return torch.stack([bands[name] for name in BANDS], dim=1)


frames = torch.randn(5, 4)
reference = torch.rand(5, 3)

bands = split_bands(frames)
tonality = sum(flatness(b) for b in bands.values())
spectrum = equalise(bands, GAINS)
loss = (spectrum - reference).abs().mean() - 0.1 * tonality
loss.backward()
print(mixer.weight.grad.norm())
