import torch
import torch.nn as nn
import torch.nn.functional as F


class AudioEncoder(nn.Module):
    def __init__(self, fbank=3, dim=4):
        super().__init__()
        self.post_extract_proj = nn.Linear(fbank, dim)
        self.pos_conv = nn.Sequential(nn.Conv1d(dim, dim, 3, padding=1, groups=2), nn.GELU())
        self.layer_norm = nn.LayerNorm(dim)
        self.fc1, self.fc2 = nn.Linear(dim, 8), nn.Linear(8, dim)

    def forward(self, feats):
        x = self.post_extract_proj(feats)
        x_conv = self.pos_conv(x.transpose(1, 2))
        x_conv = x_conv.transpose(1, 2)
        x += x_conv
        x = self.layer_norm(x)
        residual = x
        x = self.fc2(F.gelu(self.fc1(x)))
        return residual + x


torch.manual_seed(16)
enc, head = AudioEncoder(), nn.Linear(4, 2)
optimizer = torch.optim.AdamW([*enc.parameters(), *head.parameters()], lr=1e-4)
fbank, labels = torch.randn(2, 6, 3), torch.tensor([0, 1])

x = fbank @ enc.post_extract_proj.weight.T + enc.post_extract_proj.bias
x = x + enc.pos_conv(x.transpose(1, 2)).transpose(1, 2)
x = enc.layer_norm(x)
x = x + enc.fc2(F.gelu(enc.fc1(x)))
loss = F.cross_entropy(head(x.mean(1)), labels)
loss.backward()
