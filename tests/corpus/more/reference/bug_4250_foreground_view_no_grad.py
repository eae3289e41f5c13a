import torch
import torch.nn as nn

torch.manual_seed(61)
backbone = nn.Linear(3, 4)
gain = nn.Parameter(torch.tensor(1.7))


def split_channels(feat, n):
    return feat[:, :n], feat[:, n:]


feat = backbone(torch.randn(5, 3))
fg, bg = split_channels(feat, 2)
feat = torch.cat([fg * gain, bg], 1)
loss = feat.pow(2).mean()
loss.backward()
