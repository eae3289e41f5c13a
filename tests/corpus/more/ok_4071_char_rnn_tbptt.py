import math
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Config:
    bptt: int = 6
    hidden: int = 4
    batch: int = 2
    epochs: int = 2
    clip: float = 25.0


TEXT = "the cat sat on the mat and the rat ran at the cat on the mat "


class CharLM(nn.Module):
    def __init__(self, vocab, hidden):
        super().__init__()
        self.emb = nn.Embedding(vocab, 3)
        self.rnn = nn.GRU(3, hidden)
        self.out = nn.Linear(hidden, vocab)
        self.init_weights()

    def init_weights(self):
        self.emb.weight.data.uniform_(-0.5, 0.5)
        self.out.bias.data.zero_()

    def forward(self, ids, h):
        y, h = self.rnn(self.emb(ids), h)
        return self.out(y), h

    def initial(self, batch):
        weight = next(self.parameters())
        return weight.new_zeros(1, batch, self.rnn.hidden_size)


def repackage(h):
    return h.detach() if isinstance(h, torch.Tensor) else tuple(repackage(v) for v in h)


def batchify(text, vocab, batch):
    ids = torch.tensor([vocab[c] for c in text])
    n = len(ids) // batch
    return ids[:n * batch].view(batch, n).t().contiguous()


@torch.no_grad()
def evaluate(model, data, cfg):
    model.eval()
    h, total = model.initial(cfg.batch), 0.0
    for i in range(0, len(data) - 1, cfg.bptt):
        n = min(cfg.bptt, len(data) - 1 - i)
        logits, h = model(data[i:i + n], h)
        total += n * F.cross_entropy(logits.flatten(0, 1), data[i + 1:i + 1 + n].flatten()).item()
    model.train()
    return total / (len(data) - 1)


torch.manual_seed(126)
cfg = Config()
vocab = {c: i for i, c in enumerate(sorted(set(TEXT)))}
data = batchify(TEXT, vocab, cfg.batch)
model = CharLM(len(vocab), cfg.hidden)
opt = torch.optim.SGD(model.parameters(), lr=0.5)
for epoch in range(cfg.epochs):
    hidden = model.initial(cfg.batch)
    for i in range(0, len(data) - 1, cfg.bptt):
        n = min(cfg.bptt, len(data) - 1 - i)
        hidden = repackage(hidden)
        logits, hidden = model(data[i:i + n], hidden)
        loss = F.cross_entropy(logits.flatten(0, 1), data[i + 1:i + 1 + n].flatten())
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), cfg.clip)
        opt.step()
    valid = evaluate(model, data, cfg)
    print(f"epoch {epoch} ppl {math.exp(valid):.3f}")
