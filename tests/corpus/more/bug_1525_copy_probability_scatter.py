import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1525)
generate, copy = nn.Linear(3, 5), nn.Linear(3, 3)
state, source = torch.randn(2, 3), torch.randn(2, 4, 3)
source_ids = torch.tensor([[0, 4, 4, 2], [1, 1, 3, 0]])
gold = torch.tensor([4, 1])


def next_token(state):
    probs = F.softmax(generate(state), dim=-1)
    copy_scores = (source * torch.tanh(copy(state)).unsqueeze(1)).sum(dim=-1)
    copy_probs = F.softmax(copy_scores, dim=-1)
    probs.scatter_add_(1, source_ids, copy_probs)
    return 0.5 * probs


loss = -next_token(state).gather(1, gold.unsqueeze(1)).log().mean()
loss.backward()
