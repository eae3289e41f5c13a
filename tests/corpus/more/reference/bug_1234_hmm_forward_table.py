import torch
import torch.nn as nn


class HMM(nn.Module):
    def __init__(self, states, symbols):
        super().__init__()
        self.prior = nn.Parameter(torch.randn(states))
        self.trans = nn.Parameter(torch.randn(states, states))
        self.emit = nn.Parameter(torch.randn(states, symbols))

    def forward(self, x):
        trans, emit = torch.softmax(self.trans, 1), torch.softmax(self.emit, 1)
        alpha = [None] * len(x)
        alpha[0] = torch.softmax(self.prior, 0) * emit[:, x[0]]
        for t in range(1, len(x)):
            step = alpha[t - 1] @ trans
            alpha[t] = step * emit[:, x[t]]
        return alpha[-1].sum().log()


torch.manual_seed(1234)
hmm = HMM(3, 4)
sequences = [torch.tensor([0, 3, 1, 2]), torch.tensor([2, 2, 0, 1])]
loss = -sum(hmm(x) for x in sequences)
loss.backward()
