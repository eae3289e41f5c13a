import torch
import torch.nn as nn


class CRF(nn.Module):
    def __init__(self, n_tags):
        super().__init__()
        self.start = nn.Parameter(torch.zeros(n_tags))
        self.trans = nn.Parameter(0.1 * torch.randn(n_tags, n_tags))

    def score(self, emit, tags, mask):
        rows = torch.arange(len(emit))
        total = self.start[tags[:, 0]] + emit[rows, 0, tags[:, 0]]
        for t in range(1, emit.shape[1]):
            step = self.trans[tags[:, t - 1], tags[:, t]] + emit[rows, t, tags[:, t]]
            total = total + step * mask[:, t]
        return total

    def partition(self, emit, mask):
        alpha = self.start + emit[:, 0]
        for t in range(1, emit.shape[1]):
            nxt = torch.logsumexp(alpha.unsqueeze(2) + self.trans, dim=1) + emit[:, t]
            alpha = torch.where(mask[:, t].bool().unsqueeze(1), nxt, alpha)
        return torch.logsumexp(alpha, dim=1)

    @torch.no_grad()
    def decode(self, emit):
        b, length, n = emit.shape
        back = torch.zeros(b, length, n, dtype=torch.long)
        delta = self.start + emit[:, 0]
        for t in range(1, length):
            best, back[:, t] = (delta.unsqueeze(2) + self.trans).max(1)
            delta = best.add_(emit[:, t])
        path = torch.zeros(b, length, dtype=torch.long)
        path[:, -1] = delta.argmax(1)
        for t in range(length - 1, 0, -1):
            path[:, t - 1] = back[torch.arange(b), t, path[:, t]]
        return path


class Tagger(nn.Module):
    def __init__(self, vocab=8, n_tags=3):
        super().__init__()
        self.emb = nn.Embedding(vocab, 4, padding_idx=0)
        self.lstm = nn.LSTM(4, 3, bidirectional=True, batch_first=True)
        self.out = nn.Linear(6, n_tags)
        self.crf = CRF(n_tags)

    def emissions(self, ids):
        return self.out(self.lstm(self.emb(ids))[0])

    def loss(self, ids, tags, mask):
        emit = self.emissions(ids)
        return (self.crf.partition(emit, mask) - self.crf.score(emit, tags, mask)).mean()


torch.manual_seed(132)
ids = torch.randint(1, 8, (4, 6))
tags = ids % 3
mask = torch.ones(4, 6)
for row, length in enumerate((6, 4, 5, 3)):
    ids[row, length:] = 0
    tags[row, length:] = 0
    mask[row, length:] = 0.0
model = Tagger()
opt = torch.optim.SGD(model.parameters(), lr=0.3)
for epoch in range(4):
    opt.zero_grad()
    loss = model.loss(ids, tags, mask)
    loss.backward()
    opt.step()
path = model.crf.decode(model.emissions(ids))
hits = ((path == tags) * mask.bool()).sum().item()
print("loss", loss.item(), "hits", hits, "of", int(mask.sum()))
