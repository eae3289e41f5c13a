import torch
import torch.nn as nn

torch.manual_seed(2414)
mix = nn.Linear(3, 2, bias=False)
opt = torch.optim.SGD(mix.parameters(), lr=0.5)
spectra, target = torch.rand(5, 3), torch.rand(5, 2)

for it in range(3):
    loss = (mix(spectra) - target).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        mix.weight.clamp_(min=0.0)
        mix.weight /= mix.weight.sum(dim=1, keepdim=True).clamp_min(1e-6)
