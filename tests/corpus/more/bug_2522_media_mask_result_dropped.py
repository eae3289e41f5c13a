import torch
import torch.nn as nn


class MediaCrossAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.to_q = nn.Linear(dim, dim, bias=False)
        self.to_kv = nn.Linear(dim, 2 * dim, bias=False)

    def forward(self, text, media, media_time):
        q = self.to_q(text)
        k, v = self.to_kv(media).chunk(2, dim=-1)
        attn = (q @ k.T).softmax(dim=-1)
        text_without_media = (media_time == 0).unsqueeze(-1)
        attn.masked_fill(text_without_media, 0.0)
        return attn @ v


torch.manual_seed(2548)
attend = MediaCrossAttention(3)
text, media = torch.randn(4, 3), torch.randn(2, 3)
media_time = torch.tensor([0, 0, 1, 1])

out = text + attend(text, media, media_time)
loss = out.pow(2).mean()
loss.backward()
