import torch
import torch.nn as nn


class Finetune(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU())
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        feats = self.backbone(x)
        return self.head(feats)


def fit(model, x, y, lr=0.1):
    model.eval()
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    opt.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(53)
net = Finetune()
fit(net, torch.randn(5, 3), torch.tensor([0, 1, 0, 1, 1]))
