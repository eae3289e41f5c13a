import torch
import torch.nn as nn

torch.manual_seed(28)
gen = nn.GRUCell(2, 3)
out = nn.Linear(3, 4)
reward, gamma = 1.5, 0.9

rl_loss = 0.0
h = torch.zeros(1, 3)
for tok in torch.randn(3, 1, 2):
    h = gen(tok, h)
    log_probs = torch.log_softmax(out(h), dim=1)
    top_i = int(log_probs.argmax())
    rl_loss -= log_probs[0, top_i] * reward
    reward *= gamma
loss = rl_loss
loss.backward()
