import torch
import torch.nn as nn

torch.manual_seed(2311)
antenna = nn.Linear(4, 6)


def relative_target(power, floor_quantile=0.3):
    ref = power.detach().clone()
    ref = ref * (ref >= ref.quantile(floor_quantile))
    return ref / ref.sum(dim=-1, keepdim=True)


pattern = torch.exp(antenna(torch.randn(3, 4)))
target = relative_target(pattern)
share = pattern / pattern.sum(dim=-1, keepdim=True)
loss = -(target * share.log()).sum(dim=-1).mean()
loss.backward()
