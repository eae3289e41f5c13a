import torch
import torch.nn as nn


class Constrained:
    def __init__(self, lm, banned):
        self.lm = lm
        self.banned = sorted(banned)

    def __call__(self, states):
        probs = self.lm(states).softmax(dim=-1)
        allowed = probs.clone()
        allowed[..., self.banned] = 0.0
        return probs, allowed / allowed.sum(-1, keepdim=True)


torch.manual_seed(3208)
lm = nn.Linear(3, 5)
decode = Constrained(lm, banned={4, 1})
states = torch.randn(4, 3)
targets = torch.tensor([0, 2, 3, 2])
raw, allowed = decode(states)
nll = -allowed.gather(1, targets[:, None]).log().mean()
leak = raw[:, decode.banned].sum(-1).mean()
loss = nll + 0.5 * leak
loss.backward()
