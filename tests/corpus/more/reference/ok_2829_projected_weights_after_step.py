import torch
import torch.nn as nn

torch.manual_seed(2414)
mix = nn.Linear(3, 2, bias=False)
opt = torch.optim.SGD(mix.parameters(), lr=0.5)
spectra, target = torch.rand(5, 3), torch.rand(5, 2)

for it in range(3):
    loss = (mix(spectra) - target).square().mean()
    opt.zero_grad()
    mix.weight.grad = 2 * (mix(spectra) - target).T.detach() @ spectra / target.numel()
    opt.step()
    with torch.no_grad():
        pos = mix.weight.clamp(min=0.0)
        mix.weight.copy_(pos / pos.sum(dim=1, keepdim=True).clamp_min(1e-6))
