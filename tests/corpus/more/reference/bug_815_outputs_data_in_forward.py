import torch
import torch.nn as nn
import torch.nn.functional as F


class Moji(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(6, 3)
        self.out = nn.Linear(3, 2)

    def forward(self, tokens):
        outputs = self.out(self.embed(tokens).mean(1))
        return outputs


torch.manual_seed(816)
model = Moji()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
tokens, y = torch.tensor([[0, 3, 1], [5, 2, 2]]), torch.tensor([1, 0])
loss = F.cross_entropy(model(tokens), y)
opt.zero_grad()
loss.backward()
opt.step()
