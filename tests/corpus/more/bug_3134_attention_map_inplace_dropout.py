import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class CrossAttention(nn.Module):
    def __init__(self, dim, p=0.3):
        super().__init__()
        self.qk = nn.Linear(dim, dim, bias=False)
        self.p = p

    def forward(self, text, memory, **flags):
        scores = self.qk(text) @ memory.transpose(-1, -2) / math.sqrt(text.shape[-1])
        weights = F.softmax(scores, dim=-1)
        F.dropout(weights, self.p, training=self.training, inplace=True)
        context = weights @ memory
        return (context, weights) if flags.get("return_map") else context


torch.manual_seed(3135)
attn = CrossAttention(3)
text, memory = torch.randn(2, 3), torch.randn(4, 3)
out = attn(text, memory)
loss = out.square().sum()
loss.backward()
