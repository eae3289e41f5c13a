import torch
import torch.nn as nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.layer_1 = nn.Linear(state_dim, 4)
        self.layer_s = nn.Linear(4, 3)
        self.layer_a = nn.Linear(action_dim, 3)
        self.out = nn.Linear(3, 1)

    def forward(self, s, a):
        s = F.relu(self.layer_1(s))
        s1 = torch.mm(s, self.layer_s.weight.data.t())
        a1 = torch.mm(a, self.layer_a.weight.data.t())
        return self.out(F.relu(s1 + a1 + self.layer_a.bias.data))


torch.manual_seed(1415)
critic = Critic(3, 2)
loss = F.mse_loss(critic(torch.randn(5, 3), torch.randn(5, 2)), torch.randn(5, 1))
loss.backward()
print([n for n, p in critic.named_parameters() if p.grad is None])
