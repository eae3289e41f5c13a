import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(16)
vocab, hidden = 5, 4
embed = nn.Embedding(vocab, hidden)
cell = nn.GRUCell(hidden, hidden)
head = nn.Linear(hidden, vocab)


def trajectory_loss(tokens, reward, gamma=0.97):
    rl_loss, nll = 0.0, 0.0
    h = torch.zeros(1, hidden)
    discounted = reward
    for cur, nxt in zip(tokens[:-1], tokens[1:]):
        h = cell(embed(torch.tensor([cur])), h)
        log_probs = F.log_softmax(head(h), dim=1)
        rl_loss -= log_probs[0, nxt] * discounted
        nll = nll + F.nll_loss(log_probs, torch.tensor([nxt]))
        discounted = discounted * gamma
    return rl_loss, nll


rl_loss, nll = trajectory_loss([0, 3, 1, 4, 2], reward=2.5)
loss = rl_loss + 0.1 * nll
loss.backward()
