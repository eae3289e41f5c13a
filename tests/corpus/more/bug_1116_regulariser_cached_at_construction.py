import torch
import torch.nn as nn

torch.manual_seed(1116)


class BaseModel(nn.Module):
    def __init__(self, l2):
        super().__init__()
        self.linear = nn.Linear(3, 1)
        self.reg_loss = l2 * self.linear.weight.pow(2).sum()

    def forward(self, x):
        return self.linear(x).squeeze(1)


model = BaseModel(0.1)
for x in torch.randn(2, 4, 3):
    model.zero_grad()
    total_loss = model(x).sigmoid().mean() + model.reg_loss
    total_loss.backward()
