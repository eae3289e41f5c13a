import torch
import torch.nn as nn

torch.manual_seed(6)
stem = nn.Linear(3, 2)
clip = torch.randn(4, 5, 3)


def centre_frames(video):
    reference = video[0].mean()
    frames = video.unbind(0)
    return torch.stack([frame - reference for frame in frames])


def motion_energy(video):
    return (video[1:] - video[:-1]).square().mean()


features = stem(clip)
centred = centre_frames(features)
loss = motion_energy(centred) + centred.abs().mean()
loss.backward()
print("energy", float(loss))
