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

P = {k: v.detach().clone() for k, v in model.named_parameters()}
h = torch.zeros(2, 4)
for i in (0, 3):
    start, x, y = h, corpus[i:i + 3], corpus[i + 1:i + 4].reshape(-1)

    def f(P):
        s, outs = start, []
        for t in range(3):
            s = torch.tanh(P["encoder.weight"][x[t]] @ P["rnn.weight_ih_l0"].T + P["rnn.bias_ih_l0"] + s @ P["rnn.weight_hh_l0"].T + P["rnn.bias_hh_l0"])
            outs.append(s)
        o = torch.cat(outs) @ P["decoder.weight"].T + P["decoder.bias"]
        return -torch.log_softmax(o, 1)[torch.arange(6), y].mean(), s

    G, h = torch.func.grad(f, has_aux=True)(P)
    h = h.detach()
    norm = sum(g.pow(2).sum() for g in G.values()).sqrt()
    G = {k: g * min(1.0, 5.0 / (float(norm) + 1e-6)) for k, g in G.items()}
    P = {k: v - 0.5 * G[k] for k, v in P.items()}
model.decoder.weight.grad = G["decoder.weight"]
