import torch
import torch.nn as nn

torch.manual_seed(811)
scale = 3
up = nn.Conv1d(1, 1, 2 * scale + 1, padding=scale, bias=False)
nn.init.constant_(up.weight, 1.0 / (scale * 2 + 1))
mel = torch.randn(2, 1, 2)

stretched = mel.repeat_interleave(scale, dim=2)
smooth = up(stretched)
loss = (smooth - stretched).pow(2).mean()
loss.backward()
