import torch
import torch.nn as nn


class MaskedCrossAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.to_q = nn.Linear(dim, dim, bias=False)
        self.to_kv = nn.Linear(dim, 2 * dim, bias=False)

    def forward(self, text, media, text_time, media_time):
        q = self.to_q(text)
        k, v = self.to_kv(media).chunk(2, dim=-1)
        attn = (q @ k.T).softmax(dim=-1)
        without_media = (text_time == 0)[:, None]
        attn = attn.masked_fill(without_media, 0.0)
        same = text_time[:, None] >= media_time[None]
        return (attn * same) @ v + text * 0.1


torch.manual_seed(2648)
layer = MaskedCrossAttention(3)
text, media = torch.randn(4, 3), torch.randn(2, 3)
text_time = torch.tensor([0, 0, 1, 2])
media_time = torch.tensor([0, 2])
out = layer(text, media, text_time, media_time)
loss = out.pow(2).sum()
loss.backward()
