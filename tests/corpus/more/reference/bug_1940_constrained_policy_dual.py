import torch
import torch.nn as nn


class Dual:
    def __init__(self, limit, init=0.5):
        self.limit = limit
        self.lam = torch.tensor(init, requires_grad=True)

    def penalty(self, cost):
        return self.lam * (cost - self.limit)

    def ascend(self, cost, lr=2.0):
        self.lam.data += lr * (cost.item() - self.limit)


torch.manual_seed(401)
policy = nn.Linear(3, 2)
obs, reward, cost = torch.randn(5, 3), torch.randn(5, 2), torch.rand(5, 2)
dual = Dual(limit=0.2)
probs = torch.softmax(policy(obs), dim=-1)
expected_cost = (probs * cost).sum(-1).mean()
loss = -(probs * reward).sum(-1).mean() + dual.penalty(expected_cost)
loss.backward()
dual.ascend(expected_cost)
