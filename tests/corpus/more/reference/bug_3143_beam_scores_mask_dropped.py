import torch
import torch.nn as nn


def block_tokens(logits, banned):
    if banned is None:
        return logits
    mask = torch.zeros(logits.shape[-1], dtype=torch.bool)
    mask[list(banned)] = True
    logits = logits.masked_fill(mask, -1e4)
    return logits


def sequence_loss(decoder, states, targets, banned=None):
    terms = []
    for state, target in zip(states, targets):
        logits = block_tokens(decoder(state), banned)
        terms.append(-torch.log_softmax(logits, dim=-1)[target])
    return torch.stack(terms).mean()


torch.manual_seed(3144)
decoder = nn.Linear(3, 5)
states = torch.randn(4, 3)
targets = torch.tensor([1, 3, 2, 1])
loss = sequence_loss(decoder, states, targets, banned={0, 4})
loss.backward()
