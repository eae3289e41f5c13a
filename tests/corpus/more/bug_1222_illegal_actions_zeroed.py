import torch
import torch.nn as nn


class MaskedPolicy(nn.Module):
    def __init__(self, obs_dim, n_actions):
        super().__init__()
        self.logits = nn.Linear(obs_dim, n_actions)

    def action_probs(self, obs, illegal):
        probs = torch.softmax(self.logits(obs), dim=-1)
        for row, actions in enumerate(illegal):
            probs[row, actions] = 0.0
        return probs / probs.sum(-1, keepdim=True)

    def log_prob(self, obs, illegal, action):
        probs = self.action_probs(obs, illegal)
        return probs[torch.arange(len(obs)), action].log()


torch.manual_seed(1222)
policy = MaskedPolicy(3, 4)
obs, advantage = torch.randn(3, 3), torch.tensor([0.5, -1.0, 2.0])
illegal = [[0], [2, 3], [1]]
loss = -(policy.log_prob(obs, illegal, torch.tensor([1, 0, 3])) * advantage).mean()
loss.backward()
