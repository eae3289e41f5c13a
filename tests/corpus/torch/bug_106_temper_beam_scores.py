import torch
import torch.nn as nn
import torch.nn.functional as F


class Decoder(nn.Module):
    def __init__(self, hidden, vocab):
        super().__init__()
        self.proj = nn.Linear(hidden, vocab)

    def forward(self, state):
        return self.proj(state)


def temper(scores, temperature):
    scores /= temperature
    return scores


def sequence_score(decoder, states, tokens, temperature=1.5):
    per_step = [F.log_softmax(decoder(s), dim=-1) for s in states]
    tempered = [temper(lp, temperature) for lp in per_step]
    picked = [lp[tok] for lp, tok in zip(tempered, tokens)]
    return torch.stack(picked).sum()


torch.manual_seed(21)
decoder = Decoder(3, 4)
states = torch.randn(3, 3)
good = sequence_score(decoder, states, [0, 2, 1])
bad = sequence_score(decoder, states, [3, 3, 0])
loss = F.softplus(bad - good)
loss.backward()
