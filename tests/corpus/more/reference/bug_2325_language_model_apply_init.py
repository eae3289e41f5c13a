import torch
import torch.nn as nn


class LM(nn.Module):
    def __init__(self, vocab=6, dim=3):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab)
        self.apply(self._init)

    @staticmethod
    def _init(module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.uniform_(module.weight, -0.5, 0.5)
        if isinstance(module, nn.Linear):
            nn.init.zeros_(module.bias)

    def forward(self, ids):
        return self.head(self.rnn(self.embed(ids))[0])


torch.manual_seed(1125)
lm = LM()
ids = torch.tensor([[1, 4, 2, 5]])
loss = nn.functional.cross_entropy(lm(ids[:, :-1])[0], ids[0, 1:])
loss.backward()
