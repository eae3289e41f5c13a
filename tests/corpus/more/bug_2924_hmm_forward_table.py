import torch
import torch.nn as nn
import torch.nn.functional as F


class HMM(nn.Module):
    def __init__(self, states, symbols):
        super().__init__()
        self.start_logits = nn.Parameter(torch.randn(states))
        self.trans_logits = nn.Parameter(torch.randn(states, states))
        self.emit_logits = nn.Parameter(torch.randn(states, symbols))

    def forward(self, obs):
        start = F.softmax(self.start_logits, dim=0)
        trans = F.softmax(self.trans_logits, dim=1)
        emit = F.softmax(self.emit_logits, dim=1)
        alpha = torch.zeros(len(obs), len(start))
        alpha[0] = start * emit[:, obs[0]]
        for t in range(1, len(obs)):
            alpha[t] = (alpha[t - 1] @ trans) * emit[:, obs[t]]
        return alpha[-1].sum().log()


torch.manual_seed(24)
hmm = HMM(3, 4)
optimizer = torch.optim.Adam(hmm.parameters(), lr=0.05)
sequence = torch.tensor([0, 2, 1, 3, 3])
loss = -hmm(sequence)
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("nll", loss.item())
