import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(40)
model = nn.Module()
model.encoder = nn.Embedding(6, 4)
model.rnn = nn.GRU(4, 4)
model.decoder = nn.Linear(4, 6)
model.decoder.weight = model.encoder.weight
model.encoder.weight.data.uniform_(-0.2, 0.2)
model.decoder.bias.data.zero_()
for name, p in model.rnn.named_parameters():
    if "weight_hh" in name:
        p.data.mul_(0.5)
        p.data.add_(0.1 * torch.eye(4).repeat(3, 1))

tokens = torch.tensor([[1, 4, 2, 5], [3, 3, 0, 1]]).t()
h = model.encoder(tokens[:-1])
logits = model.decoder(model.rnn(h)[0])
loss = F.cross_entropy(logits.reshape(-1, 6), tokens[1:].reshape(-1))
loss.backward()
print("ppl", loss.exp().item())
