import torch

torch.manual_seed(423)
row = torch.randn(1, 3, requires_grad=True)

board = (row * 2.0).expand(4, 3).contiguous()
board = (board + torch.tensor([[1.0], [0.0], [0.0], [0.0]])) * torch.tensor([1.0, 1.0, 0.5])
mirror = board.t()
loss = mirror.pow(2).sum()
loss.backward()
