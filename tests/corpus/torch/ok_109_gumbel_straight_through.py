import torch
import torch.nn as nn
import torch.nn.functional as F


def straight_through(logits, tau):
    noise = -torch.empty_like(logits).exponential_().log()
    soft = torch.softmax((logits + noise) / tau, dim=-1)
    index = soft.argmax(dim=-1)
    hard = F.one_hot(index, soft.shape[-1]).float()
    return hard - soft.detach() + soft


class Selector(nn.Module):
    def __init__(self, dim, choices):
        super().__init__()
        self.score = nn.Linear(dim, choices, bias=False)
        self.values = nn.Parameter(torch.randn(choices, 2))

    def forward(self, x):
        pick = straight_through(self.score(x), tau=0.7)
        order = pick.detach().sum(0).long()
        return pick @ self.values, order


torch.manual_seed(139)
model = Selector(3, 4)
selector = model.score
out, usage = model(torch.randn(5, 3))
loss = (out - 1.0).pow(2).mean()
loss.backward()
print(usage.tolist())
