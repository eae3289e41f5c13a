import torch
import torch.nn as nn
import torch.nn.functional as F


class RegionAttention(nn.Module):
    def __init__(self, q_dim, v_dim, dim, drop=0.3):
        super().__init__()
        self.q, self.v = nn.Linear(q_dim, dim), nn.Linear(v_dim, dim)
        self.drop = drop

    def forward(self, words, regions):
        scores = self.q(words) @ self.v(regions).T
        attn = torch.softmax(scores, dim=-1)
        attn = F.dropout(attn, self.drop, self.training, inplace=True)
        return attn @ regions


torch.manual_seed(2538)
question = nn.Linear(2, 3)
attend = RegionAttention(3, 4, 3)
answer = nn.Linear(4, 2)
words, regions = torch.randn(3, 2), torch.randn(5, 4)

pooled = attend(question(words), regions).mean(0)
loss = F.cross_entropy(answer(pooled)[None], torch.tensor([1]))
loss.backward()
