import torch

torch.manual_seed(74)
logit_scale = torch.tensor(0.3, requires_grad=True)
scores = torch.randn(3, 4)
taken = torch.tensor([0, 5, 10])


def block_cells(board, cells, value):
    board.view(-1)[cells] = value
    board.flatten(0, 1)[-1] = 0.0
    return board


board = scores * logit_scale.exp()
board = block_cells(board, taken, value=-1.0)
assert board[0, 0] == -1.0 and board[2, 3] == 0.0
loss = board.logsumexp(dim=1).sum() + board.square().mean()
loss.backward()
print(board.tolist())
