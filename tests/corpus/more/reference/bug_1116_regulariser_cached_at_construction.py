import torch
import torch.nn as nn

torch.manual_seed(1116)


class BaseModel(nn.Module):
    def __init__(self, l2):
        super().__init__()
        self.linear = nn.Linear(3, 1)
        self.l2 = l2

    def forward(self, x):
        return self.linear(x).squeeze(1)


model = BaseModel(0.1)
for x in torch.randn(2, 4, 3):
    model.zero_grad()
    total_loss = model(x).sigmoid().mean() + model.l2 * model.linear.weight.pow(2).sum()
    total_loss.backward()
