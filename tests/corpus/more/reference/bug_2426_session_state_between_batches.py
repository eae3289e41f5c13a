import torch
import torch.nn as nn
import torch.nn.functional as F


class GRU4Rec(nn.Module):
    def __init__(self, n_items, dim):
        super().__init__()
        self.emb = nn.Embedding(n_items, dim)
        self.cell = nn.GRUCell(dim, dim)

    def forward(self, items, hidden):
        hidden = self.cell(self.emb(items), hidden)
        return hidden @ self.emb.weight.T, hidden


def train(model, clicks, opt):
    hidden = torch.zeros(clicks.shape[1], model.cell.hidden_size)
    for prev, nxt in zip(clicks[:-1], clicks[1:]):
        scores, hidden = model(prev, hidden.detach())
        loss = F.cross_entropy(scores, nxt)
        opt.zero_grad()
        loss.backward()
        opt.step()


torch.manual_seed(53)
model = GRU4Rec(6, 3)
clicks = torch.randint(0, 6, (4, 5))
train(model, clicks, torch.optim.Adagrad(model.parameters(), lr=0.05))
