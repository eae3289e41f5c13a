import torch
import torch.nn as nn

torch.manual_seed(2143)
embed = nn.Linear(3, 2)


class ContrastiveLoss(nn.Module):
    def __init__(self, margin=1.0):
        super().__init__()
        self.margin = margin

    def forward(self, a, b, same):
        sq = (a - b).pow(2).sum(1)
        gap = torch.relu(self.margin - sq.sqrt())
        return (same * sq + (1 - same) * gap.pow(2)).mean()


left = torch.randn(4, 3)
right = torch.randn(4, 3)
right[2] = left[2]
same = torch.tensor([0.0, 1.0, 1.0, 0.0])
loss = ContrastiveLoss()(embed(left), embed(right), same)
loss.backward()
