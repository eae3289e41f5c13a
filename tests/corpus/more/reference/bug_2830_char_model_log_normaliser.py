import torch
import torch.nn as nn


class CharModel(nn.Module):
    def __init__(self, vocab=5, dim=3):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, ids):
        scores = self.out(torch.tanh(self.emb(ids)))
        log_z = scores.logsumexp(dim=-1, keepdim=True)
        scores = scores - log_z
        return scores, log_z


def nll(logp, target):
    return -logp.gather(-1, target[..., None]).mean()


torch.manual_seed(2303)
model = CharModel()
text = torch.tensor([[0, 3, 1, 4], [2, 2, 0, 1]])
logp, log_z = model(text[:, :-1])
loss = nll(logp, text[:, 1:]) + 0.01 * log_z.pow(2).mean()
loss.backward()
