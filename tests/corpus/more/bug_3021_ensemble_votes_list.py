import torch
import torch.nn as nn

torch.manual_seed(3022)
n_heads, n_class = 3, 2
trunk = nn.Linear(3, 4)
heads = nn.ModuleList(nn.Linear(4, n_class) for _ in range(n_heads))


def votes_per_head(batch, passes=2):
    votes = [torch.zeros(len(batch), n_class)] * n_heads
    for _ in range(passes):
        noisy = batch + 0.1 * torch.randn_like(batch)
        z = torch.tanh(trunk(noisy))
        for i, head in enumerate(heads):
            votes[i] += head(z) / passes
    return votes


def ensemble_loss(votes, y):
    per_head = [nn.functional.cross_entropy(v, y) for v in votes]
    return torch.stack(per_head).mean()


x = torch.randn(5, 3)
y = torch.tensor([0, 1, 1, 0, 1])
loss = ensemble_loss(votes_per_head(x), y)
loss.backward()
