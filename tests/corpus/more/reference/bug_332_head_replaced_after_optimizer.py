import torch
import torch.nn as nn


class Classifier(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.Linear(4, 3)
        self.head = nn.Linear(3, classes)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))

    def reset_head(self):
        self.head.weight = nn.Parameter(torch.full((2, 3), 0.1))
        nn.init.zeros_(self.head.bias)


torch.manual_seed(31)
model = Classifier(2)
model.reset_head()
opt = torch.optim.SGD([
    {"params": model.body.parameters(), "lr": 0.01},
    {"params": model.head.parameters(), "lr": 0.1},
])
x, y = torch.randn(6, 4), torch.tensor([0, 1, 1, 0, 0, 1])
opt.zero_grad()
loss = nn.functional.cross_entropy(model(x), y)
loss.backward()
opt.step()
