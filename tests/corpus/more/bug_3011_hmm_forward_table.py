import torch
import torch.nn as nn


class HMM(nn.Module):
    def __init__(self, states, symbols):
        super().__init__()
        self.start_logits = nn.Parameter(torch.zeros(states))
        self.trans_logits = nn.Parameter(torch.randn(states, states))
        self.emit_logits = nn.Parameter(torch.randn(states, symbols))

    def likelihood(self, obs):
        A = self.trans_logits.softmax(dim=1)
        B = self.emit_logits.softmax(dim=1)
        alpha = torch.zeros(len(obs), A.size(0))
        alpha[0] = self.start_logits.softmax(0) * B[:, obs[0]]
        for t in range(1, len(obs)):
            alpha[t] = (alpha[t - 1].unsqueeze(1) * A).sum(0) * B[:, obs[t]]
        return alpha[-1].sum()


torch.manual_seed(3012)
hmm = HMM(3, 4)
sequences = [[0, 2, 1, 3], [1, 1, 0, 2]]
nll = 0.0
for seq in sequences:
    nll = nll - torch.log(hmm.likelihood(seq))
nll.backward()
