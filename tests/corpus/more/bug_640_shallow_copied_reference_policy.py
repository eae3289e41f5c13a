import copy
import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)

    def forward(self, obs):
        return torch.log_softmax(self.body(obs), dim=-1)


def frozen(model):
    reference = copy.copy(model)
    for p in reference.parameters():
        p.requires_grad_(False)
    return reference.eval()


torch.manual_seed(640)
policy = Policy()
reference = frozen(policy)
obs, action = torch.randn(5, 3), torch.tensor([0, 2, 1, 3, 2])
logp = policy(obs)
kl = (logp.exp() * (logp - reference(obs))).sum(-1).mean()
loss = -logp.gather(1, action[:, None]).mean() + 0.1 * kl
loss.backward()
