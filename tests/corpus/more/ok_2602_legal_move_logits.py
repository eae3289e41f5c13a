import torch
import torch.nn as nn


class BoardPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 5), nn.ReLU())
        self.policy = nn.Linear(5, 4)
        self.value = nn.Linear(5, 1)

    def forward(self, board, legal):
        h = self.trunk(board)
        logits = self.policy(h)
        logits[~legal] = -1e9
        return torch.log_softmax(logits, dim=-1), torch.tanh(self.value(h)).squeeze(-1)


torch.manual_seed(264)
net = BoardPolicy()
board, legal = torch.randn(3, 4), torch.rand(3, 4) > 0.3
legal[:, 0] = True
visits = legal.to(board.dtype)
visits /= visits.sum(dim=1, keepdim=True)
outcome = torch.tensor([1.0, -1.0, 1.0])
logp, value = net(board, legal)
loss = -(visits * logp).sum(dim=1).mean() + (value - outcome).pow(2).mean()
loss.backward()
