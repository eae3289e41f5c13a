import torch
import torch.nn as nn


class GatedLayer(nn.Module):
    def __init__(self, ch, dilation):
        super().__init__()
        self.filt = nn.Conv1d(ch, ch, 2, dilation=dilation, padding="same")
        self.gate = nn.Conv1d(ch, ch, 2, dilation=dilation, padding="same")
        self.mix = nn.Conv1d(ch, ch, 1)

    def forward(self, x):
        act = torch.tanh(self.filt(x))
        act *= torch.sigmoid(self.gate(x))
        return x + self.mix(act), act


torch.manual_seed(503)
layers = nn.ModuleList(GatedLayer(2, d) for d in (1, 2))
audio = torch.randn(1, 2, 6)
skips = []
h = audio
for layer in layers:
    h, s = layer(h)
    skips.append(s)
loss = torch.stack(skips).sum(0).pow(2).mean() + h.mean()
loss.backward()
