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
    out = vol.clone()
    for j, patch in enumerate(patches(out, size)):
        part = slice(j * size, (j + 1) * size)
        patch.mul_(keep[:, part]).add_((1 - keep[:, part]) * fill[:, part])
    return out


recon = decoder(mask_input(volumes))
loss = (recon - volumes).pow(2).mean()
loss.backward()
