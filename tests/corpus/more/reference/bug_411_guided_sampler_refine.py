import torch
import torch.nn as nn

torch.manual_seed(4001)
decoder = nn.Linear(2, 3)
score = nn.Sequential(nn.Linear(3, 4), nn.SiLU(), nn.Linear(4, 3))
target = torch.randn(2, 3)


def refine(sample, steps, rate):
    for k in range(steps):
        eps = score(sample)
        sample = sample - rate * eps
    return sample


latent = torch.randn(2, 2)
draft = decoder(latent)
final = refine(draft, steps=3, rate=0.2)
loss = (final - target).abs().sum()
loss.backward()
print(float(loss))
