import torch
import torch.nn as nn


class GestureHMM(nn.Module):
    def __init__(self, states, symbols):
        super().__init__()
        self.prior = nn.Parameter(torch.randn(states))
        self.trans = nn.Parameter(torch.randn(states, states))
        self.emit = nn.Parameter(torch.randn(states, symbols))

    def likelihood(self, seq):
        A = self.trans.softmax(-1)
        B = self.emit.softmax(-1)
        alpha = torch.zeros(len(seq), A.shape[0])
        alpha[0] = self.prior.softmax(-1) * B[:, seq[0]]
        for t, symbol in enumerate(seq[1:], start=1):
            alpha[t] = (alpha[t - 1] @ A) * B[:, symbol]
        return alpha[-1].sum()


torch.manual_seed(2513)
hmm = GestureHMM(3, 4)
loss = 0.0
for seq in ([0, 2, 1, 3], [1, 1, 0]):
    loss = loss - hmm.likelihood(seq).log()
loss.backward()
