import torch
import torch.nn as nn

torch.manual_seed(420)
filt = nn.Conv1d(1, 3, 2, bias=False)
GAINS = [0.5, 1.0, 2.0]


def equaliser(signal):
    bands = filt(signal)[0]
    out = [bands[i] * gain + 0.1 * i for i, gain in enumerate(GAINS)]
    return sum(out)


signal = torch.sin(torch.arange(7.0)).view(1, 1, -1)
target = torch.cos(torch.arange(6.0))
loss = nn.functional.l1_loss(equaliser(signal), target)
loss.backward()
