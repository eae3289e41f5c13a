import torch
import torch.nn as nn
import torch.nn.functional as F


class CTRModel(nn.Module):
    def __init__(self, fields):
        super().__init__()
        self.out = nn.Linear(fields, 1)

    def reg_loss(self):
        return 1e-2 * self.out.weight.pow(2).sum()

    def forward(self, x):
        return torch.sigmoid(self.out(x)).squeeze(1)


torch.manual_seed(817)
model = CTRModel(3)
optim = torch.optim.Adagrad(model.parameters(), lr=0.1)
for step in range(2):
    x, y = torch.randn(4, 3), torch.tensor([0.0, 1.0, 1.0, 0.0])
    loss = F.binary_cross_entropy(model(x), y) + model.reg_loss()
    optim.zero_grad()
    loss.backward()
    optim.step()
