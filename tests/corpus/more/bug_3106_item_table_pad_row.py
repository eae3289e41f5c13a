import torch
import torch.nn as nn


class BasketEncoder(nn.Module):
    PAD = 0

    def __init__(self, n_items, dim):
        super().__init__()
        self.items = nn.Embedding(n_items, dim)
        self.reset_padding()

    def reset_padding(self):
        row = self.items.weight[self.PAD]
        row.zero_()

    def forward(self, basket):
        keep = (basket != self.PAD).float().unsqueeze(-1)
        total = (self.items(basket) * keep).sum(1)
        return total / keep.sum(1).clamp(min=1)


torch.manual_seed(3107)
model = BasketEncoder(6, 2)
baskets = torch.tensor([[1, 4, 0], [2, 5, 3], [5, 0, 0]])
ratings = torch.tensor([0.5, 1.0, -0.5])
score = model(baskets).prod(dim=-1)
loss = nn.functional.mse_loss(score, ratings)
loss.backward()
