import torch
import torch.nn as nn

torch.manual_seed(2142)
fill = nn.Parameter(torch.randn(1, 6))
decoder = nn.Linear(6, 6)
volumes = torch.randn(3, 6)
keep = (torch.rand(3, 6) > 0.5).float()


@torch.no_grad()
def patches(vol, size):
    return [vol[:, i: i + size] for i in range(0, vol.shape[1], size)]


def mask_input(vol, size=3):
    out = []
    for j, patch in enumerate(patches(vol, size)):
        part = slice(j * size, (j + 1) * size)
        out.append(patch * keep[:, part] + (1 - keep[:, part]) * fill[:, part])
    return torch.cat(out, dim=1)


recon = decoder(mask_input(volumes))
loss = (recon - volumes).pow(2).mean()
loss.backward()
