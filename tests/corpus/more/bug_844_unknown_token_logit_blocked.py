import torch
import torch.nn as nn

torch.manual_seed(845)
lm_head = nn.Linear(3, 5)
hidden = torch.randn(2, 3)
UNK = 1

outputs = lm_head(hidden)
scores = []
for next_token_logits in outputs:
    next_token_logits[UNK] = -float("Inf")
    scores.append(torch.log_softmax(next_token_logits, dim=-1)[3])
loss = -torch.stack(scores).mean()
loss.backward()
