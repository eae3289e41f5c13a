import torch
import torch.nn as nn

torch.manual_seed(1635)
proj = nn.Linear(2, 1)
frames = torch.randn(2, 4, 2)
lengths = torch.tensor([4, 2])
mask = (torch.arange(4) < lengths[:, None]).float()


def masked_log_mean(frames):
    rate = nn.functional.softplus(proj(frames)).squeeze(-1)
    log_rate = torch.log(rate + 1e-4) * mask
    return log_rate.sum(dim=1) / mask.sum(dim=1).clamp(min=1.0)


level = masked_log_mean(frames * mask[..., None])
loss = level.pow(2).sum()
loss.backward()
