import torch
import torch.nn as nn
import torch.nn.functional as F


class ReportPooler(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.score = nn.Linear(dim, 1)

    def forward(self, tokens, lengths):
        attn = F.softmax(self.score(tokens).squeeze(-1), dim=-1)
        keep = torch.arange(attn.shape[1]) < torch.tensor(lengths).unsqueeze(1)
        attn = attn * keep
        attn = attn / attn.sum(-1, keepdim=True)
        return torch.einsum("bt,btd->bd", attn, tokens)


torch.manual_seed(2709)
pooler = ReportPooler(3)
tokens = torch.randn(2, 4, 3)
lengths = [4, 2]
target = torch.randn(2, 3)
loss = F.mse_loss(pooler(tokens, lengths), target)
loss.backward()
