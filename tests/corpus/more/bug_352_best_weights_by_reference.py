import torch
import torch.nn as nn


class KeepBest:
    def __init__(self, model):
        self.model = model
        self.score = float("inf")
        self.weights = None

    def update(self, score):
        if score < self.score:
            self.score = score
            self.weights = self.model.state_dict()

    def restore(self):
        self.model.load_state_dict(self.weights)


torch.manual_seed(58)
model = nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=2.0)
x = torch.randn(8, 2)
y = x @ torch.tensor([[1.0], [-0.5]])
keeper = KeepBest(model)

for _ in range(4):
    loss = (model(x) - y).square().mean()
    keeper.update(loss.item())
    opt.zero_grad()
    loss.backward()
    opt.step()

keeper.restore()
opt.zero_grad()
loss = (model(x) - y).square().mean()
loss.backward()
