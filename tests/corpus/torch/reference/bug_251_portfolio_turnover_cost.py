import torch
import torch.nn as nn


class Desk(nn.Module):
    def __init__(self, assets):
        super().__init__()
        self.score = nn.Linear(3, assets)
        self.register_buffer("held", torch.full((assets,), 1.0 / assets))

    def allocate(self, factors):
        self.target = self.score(factors).softmax(-1)
        return self.target.log().sum()

    def turnover(self):
        trade = self.target - self.held
        return trade.abs().sum()


torch.manual_seed(313)
desk = Desk(4)
diversity = desk.allocate(torch.randn(3))
loss = 0.01 * desk.turnover() - diversity
loss.backward()
