import torch
import torch.nn as nn


class TokenTable(nn.Module):
    def __init__(self, vocab, width, pad=0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab, width) * 0.1)
        self.pad = pad
        self.reset_pad()

    def reset_pad(self):
        with torch.no_grad():
            self.weight[self.pad] = 0.0

    def forward(self, ids):
        return nn.functional.embedding(ids, self.weight, padding_idx=self.pad)


torch.manual_seed(4)
table = TokenTable(5, 3)
ids = torch.tensor([[1, 3, 0], [4, 0, 0]])
pooled = table(ids).sum(1) / (ids != 0).sum(1, keepdim=True)
loss = pooled.pow(2).sum()
loss.backward()
