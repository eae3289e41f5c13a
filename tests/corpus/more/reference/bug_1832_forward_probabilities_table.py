import torch
import torch.nn as nn


class HMM(nn.Module):
    def __init__(self, states, symbols):
        super().__init__()
        self.start = nn.Parameter(torch.randn(states))
        self.trans = nn.Parameter(torch.randn(states, states))
        self.emit = nn.Parameter(torch.randn(states, symbols))

    def likelihood(self, obs):
        start, A, B = (torch.softmax(p, dim=-1) for p in (self.start, self.trans, self.emit))
        alpha = [start * B[:, obs[0]]]
        for t in range(1, len(obs)):
            alpha.append((alpha[t - 1] @ A) * B[:, obs[t]])
        return alpha[-1].sum()


torch.manual_seed(1832)
model = HMM(3, 4)
reads = [0, 3, 1, 2]
loss = -model.likelihood(reads).log()
loss.backward()
