import torch
import torch.nn as nn

torch.manual_seed(341)
filt = nn.Conv1d(1, 2, 3, bias=False)
traces = torch.randn(2, 1, 6)


def demean(gather):
    long = gather.reshape(len(gather), -1)
    long -= long.mean(dim=1, keepdim=True)
    return long


shot = filt(traces)
power = shot.pow(2).mean(dim=-1)
coherence = demean(shot).abs().mean()
loss = power.log().sum() - coherence
loss.backward()
