import torch
import torch.nn as nn


class WaveEncoder(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.front = nn.Linear(1, dim)
        self.pos_conv = nn.Conv1d(dim, dim, kernel_size=3, padding=1, groups=2)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x, padding_mask=None):
        x = self.front(x)
        if padding_mask is not None:
            x = x.masked_fill(padding_mask[..., None], 0.0)
        x_conv = self.pos_conv(x.transpose(1, 2))
        x_conv = x_conv.transpose(1, 2)
        x += x_conv
        return self.norm(x)


torch.manual_seed(5)
encoder = WaveEncoder()
classifier = nn.Linear(4, 2)
frames = torch.randn(2, 6, 1)
mask = torch.zeros(2, 6, dtype=torch.bool)
mask[1, 4:] = True
logits = classifier(encoder(frames, mask).mean(dim=1))
loss = nn.functional.cross_entropy(logits, torch.tensor([0, 1]))
loss.backward()
