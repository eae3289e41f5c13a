import torch


class Board:
    def __init__(self, values):
        self.values = values * 1.0

    def boost(self, cells, amount):
        self.values[cells] += amount

    def block(self, mask):
        self.values.masked_fill_(mask, 0.0)

    def rows(self, picks):
        return self.values[picks][:, 0]


torch.manual_seed(145)
table = torch.randn(4, 3, requires_grad=True)
board = Board(table)
board.boost(torch.tensor([0, 2]), 0.5)
board.block(torch.eye(4, 3).bool())
board.values[1][2:].mul_(3.0)
board.values.view(-1)[-1:].neg_()
picked = board.rows(torch.tensor([1, 3, 3]))
loss = board.values.pow(2).sum() + picked.exp().sum()
loss.backward()
