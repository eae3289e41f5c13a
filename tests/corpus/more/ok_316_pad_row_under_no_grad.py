import torch
import torch.nn as nn


class BagOfTags(nn.Module):
    PAD = 0

    def __init__(self, tags, width):
        super().__init__()
        self.table = nn.Parameter(torch.empty(tags, width))
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.normal_(self.table, std=0.3)
        with torch.no_grad():
            self.table[self.PAD].zero_()
            self.table[1:] -= self.table[1:].mean(0)

    def forward(self, tags):
        keep = (tags != self.PAD).unsqueeze(-1)
        return (self.table[tags] * keep).sum(1) / keep.sum(1)


torch.manual_seed(15)
bag = BagOfTags(5, 2)
tags = torch.tensor([[1, 2, 0], [4, 0, 0], [3, 3, 1]])
loss = bag(tags).square().sum()
loss.backward()
