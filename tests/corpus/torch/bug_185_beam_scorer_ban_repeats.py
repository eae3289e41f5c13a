import torch
import torch.nn as nn
import torch.nn.functional as F


class BeamScorer:
    def __init__(self, vocab, penalty=-5.0):
        self.penalty = penalty
        self.history = torch.zeros(2, vocab, dtype=torch.bool)

    def record(self, tokens):
        self.history = self.history | F.one_hot(tokens, self.history.size(1)).bool()

    def ban_(self, scores):
        return scores.masked_fill_(self.history, self.penalty)


torch.manual_seed(308)
lm = nn.Linear(3, 5, bias=False)
emb = nn.Embedding(5, 3)
scorer = BeamScorer(5)

tokens = torch.tensor([1, 4])
total = torch.zeros(2)
for step in range(2):
    scorer.record(tokens)
    scores = F.log_softmax(lm(emb(tokens)), dim=-1)
    best, tokens = scorer.ban_(scores).max(dim=-1)
    total = total + best
loss = -total.mean()
loss.backward()
