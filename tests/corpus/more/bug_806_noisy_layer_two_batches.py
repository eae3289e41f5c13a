import torch
import torch.nn as nn
import torch.nn.functional as F


class NoisyLinear(nn.Linear):
    def __init__(self, n_in, n_out):
        super().__init__(n_in, n_out)
        self.sigma_weight = nn.Parameter(torch.full((n_out, n_in), 0.017))
        self.register_buffer("epsilon_weight", torch.zeros(n_out, n_in))

    def forward(self, x):
        self.epsilon_weight.normal_()
        weight = self.weight + self.sigma_weight * self.epsilon_weight
        return F.linear(x, weight, self.bias)


torch.manual_seed(807)
q = NoisyLinear(3, 2)
states, next_states = torch.randn(4, 3), torch.randn(4, 3)
value = q(states).max(1).values
target = 1.0 + 0.9 * q(next_states).max(1).values
loss = (value - target).pow(2).mean()
loss.backward()
