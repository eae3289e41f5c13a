import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.body = nn.Linear(d_in, d_out)

    def postprocess(self, action):
        return action

    def forward(self, obs):
        action = torch.tanh(self.body(obs))
        return self.postprocess(action)


class BoundedPolicy(Policy):
    def __init__(self, d_in, d_out, low, high):
        super().__init__(d_in, d_out)
        self.low, self.high = low, high

    def postprocess(self, action):
        action.mul_(0.5 * (self.high - self.low)).add_(0.5 * (self.high + self.low))
        return super().postprocess(action)


torch.manual_seed(352)
policy = BoundedPolicy(3, 2, low=-1.0, high=3.0)
cost = (policy(torch.randn(4, 3)) - 1.5).abs().mean()
cost.backward()
