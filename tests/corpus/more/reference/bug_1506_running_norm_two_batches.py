import torch
import torch.nn as nn


class RunningNorm(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))

    def forward(self, x):
        if self.training:
            batch = x.detach()
            self.mean.lerp_(batch.mean(dim=0), 0.1)
            self.std = torch.lerp(self.std, batch.std(dim=0), 0.1)
        return (x - self.mean) / self.std


torch.manual_seed(1506)
encoder, norm, reward = nn.Linear(3, 2), RunningNorm(2), nn.Linear(2, 1)
expert, policy = torch.randn(6, 3), torch.randn(6, 3)
expert_score = reward(torch.tanh(norm(encoder(expert))))
policy_score = reward(torch.tanh(norm(encoder(policy))))
loss = (policy_score - expert_score).mean()
loss.backward()
