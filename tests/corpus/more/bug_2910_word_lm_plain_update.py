import torch
import torch.nn as nn
import torch.nn.functional as F


class RNNModel(nn.Module):
    def __init__(self, ntoken, ninp, nhid):
        super().__init__()
        self.encoder = nn.Embedding(ntoken, ninp)
        self.rnn = nn.RNN(ninp, nhid)
        self.decoder = nn.Linear(nhid, ntoken)

    def forward(self, input, hidden):
        output, hidden = self.rnn(self.encoder(input), hidden)
        return self.decoder(output).flatten(0, 1), hidden


def repackage_hidden(h):
    return h.detach()


def train(model, data, bptt=3, lr=0.5, clip=5.0):
    hidden = torch.zeros(1, data.size(1), 4)
    for i in range(0, data.size(0) - 1 - bptt, bptt):
        inputs, targets = data[i:i + bptt], data[i + 1:i + 1 + bptt].reshape(-1)
        model.zero_grad()
        hidden = repackage_hidden(hidden)
        output, hidden = model(inputs, hidden)
        loss = F.cross_entropy(output, targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        for p in model.parameters():
            p.add_(p.grad, alpha=-lr)


torch.manual_seed(10)
model = RNNModel(6, 3, 4)
corpus = torch.randint(0, 6, (8, 2))
train(model, corpus)
