import torch
import torch.nn as nn
from torch.distributions import Categorical


class MaskedPolicy(nn.Module):
    def __init__(self, obs, moves):
        super().__init__()
        self.net = nn.Linear(obs, moves)

    def forward(self, obs, legal):
        logits = self.net(obs)
        logits.masked_fill(~legal, -1e9)
        return Categorical(logits=logits)


torch.manual_seed(1637)
policy = MaskedPolicy(3, 4)
obs = torch.randn(5, 3)
legal = torch.tensor([[1, 1, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1], [0, 1, 1, 0], [1, 0, 1, 1]], dtype=torch.bool)
moves, advantage = torch.tensor([0, 3, 2, 1, 2]), torch.randn(5)
loss = -(policy(obs, legal).log_prob(moves) * advantage).mean()
loss.backward()
