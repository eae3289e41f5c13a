import torch
import torch.nn as nn
import torch.nn.functional as F


class SimpleClassifier(nn.Module):
    def __init__(self, dim, hidden, classes, dropout):
        super().__init__()
        self.first = nn.Linear(dim, hidden)
        self.drop = nn.Dropout(dropout, inplace=True)
        self.last = nn.Linear(hidden, classes)

    def forward(self, x):
        h = torch.relu(self.first(x))
        h = self.drop(h)
        return self.last(h)


torch.manual_seed(1524)
model = SimpleClassifier(3, 6, 2, 0.4)
question, answer = torch.randn(4, 3), torch.tensor([1, 0, 0, 1])
loss = F.cross_entropy(model(question), answer)
loss.backward()
