import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2219)
BLANK = 0
acoustic = nn.Linear(4, 5)


def emission(feats, blank_penalty=0.3):
    logp = F.log_softmax(acoustic(feats), dim=-1)
    logp[..., BLANK] = logp[..., BLANK] - blank_penalty
    return logp


utterance = torch.randn(8, 2, 4)
alignment = torch.tensor([[1, 3], [1, 0], [2, 0], [0, 3], [4, 3], [4, 0], [0, 1], [0, 0]])
loss = F.nll_loss(emission(utterance).flatten(0, 1), alignment.flatten())
loss.backward()
