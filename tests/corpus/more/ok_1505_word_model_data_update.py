import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1555)
embed, rnn, out = nn.Embedding(5, 3), nn.RNN(3, 3), nn.Linear(3, 5)
params = [*embed.parameters(), *rnn.parameters(), *out.parameters()]
corpus = torch.randint(0, 5, (3, 4, 2))
hidden = torch.zeros(1, 2, 3)

for batch in corpus:
    for p in params:
        p.grad = None
    states, hidden = rnn(embed(batch[:-1]), hidden.detach())
    loss = F.cross_entropy(out(states).flatten(0, 1), batch[1:].flatten())
    loss.backward()
    for p in params:
        p.data.add_(p.grad, alpha=-0.5)
