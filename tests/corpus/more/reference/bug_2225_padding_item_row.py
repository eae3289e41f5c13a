import torch
import torch.nn as nn


class NextItem(nn.Module):
    def __init__(self, n_items, dim):
        super().__init__()
        self.items = nn.Embedding(n_items, dim)
        self.gru = nn.GRU(dim, dim, batch_first=True)
        self.reset_padding()

    def reset_padding(self, idx=0):
        with torch.no_grad():
            self.items.weight[idx] = 0.0

    def forward(self, history):
        _, h = self.gru(self.items(history))
        return h[-1] @ self.items.weight.T


torch.manual_seed(2225)
model = NextItem(6, 3)
loss = nn.functional.cross_entropy(model(torch.tensor([[0, 2, 5], [0, 0, 3]])), torch.tensor([1, 4]))
loss.backward()
