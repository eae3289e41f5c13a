import torch
import torch.nn as nn

torch.manual_seed(8)
embed = nn.Embedding(6, 3)


class TripletLoss(nn.Module):
    def __init__(self, margin):
        super().__init__()
        self.margin = margin

    def forward(self, anchor, positive, negative):
        near = (anchor - positive).square().sum(-1)
        far = (anchor - negative).square().sum(-1)
        near.sub_(far).add_(self.margin).clamp_(min=0)
        return near.mean()


batch = torch.tensor([[0, 1, 4], [2, 3, 5], [1, 0, 2], [5, 4, 3]])
a, p, n = (embed(column) for column in batch.unbind(1))
criterion = TripletLoss(margin=1.0)
loss = criterion(a, p, n)
loss.backward()
