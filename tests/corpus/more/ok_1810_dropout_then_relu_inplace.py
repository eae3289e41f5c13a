import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(3, 6), nn.Linear(6, 2)
        self.drop = nn.Dropout(0.3, inplace=True)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.fc2(self.act(self.drop(self.fc1(x))))


torch.manual_seed(2810)
head = Head()
x, y = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1])
loss = nn.functional.cross_entropy(head(x), y)
loss.backward()
