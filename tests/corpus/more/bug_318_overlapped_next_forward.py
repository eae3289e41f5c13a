import torch
import torch.nn as nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(2, 4)
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        return self.out(torch.sigmoid(self.hidden(x)))


def launch(model, batch):
    x, y = batch
    return (model(x) - y).square().mean()


def train(model, batches, lr):
    opt = torch.optim.RMSprop(model.parameters(), lr=lr)
    batches = iter(batches)
    pending = launch(model, next(batches))
    while pending is not None:
        upcoming = next(batches, None)
        following = launch(model, upcoming) if upcoming is not None else None
        opt.zero_grad()
        pending.backward()
        opt.step()
        pending = following


torch.manual_seed(61)
model = Regressor()
data = [(torch.randn(5, 2), torch.randn(5, 1)) for _ in range(3)]
train(model, data, lr=0.01)
