import torch
import torch.nn as nn
import torch.nn.functional as F


class CosineHead(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(classes, dim))
        self.log_temp = nn.Parameter(torch.tensor(1.0))

    def forward(self, x):
        temperature = self.log_temp.exp()
        return F.linear(F.normalize(x), F.normalize(self.weight)) * temperature


torch.manual_seed(4034)
head = CosineHead(3, 4)
logits = head(torch.randn(5, 3))
loss = F.cross_entropy(logits, torch.tensor([0, 1, 2, 3, 0]))
loss.backward()
print(head.log_temp.grad)
