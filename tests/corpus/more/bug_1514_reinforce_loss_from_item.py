import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1514)
generator = nn.Linear(3, 4)
opt = torch.optim.SGD(generator.parameters(), lr=0.1)
states, tokens = torch.randn(3, 3), [1, 3, 0]
reward, gamma = 2.0, 0.97

rl_loss, discounted = 0.0, reward
for state, top_i in zip(states, tokens):
    log_probs = F.log_softmax(generator(state), dim=-1)
    rl_loss -= log_probs[top_i].item() * discounted
    discounted *= gamma
loss = torch.tensor(rl_loss / len(tokens), requires_grad=True)
opt.zero_grad()
loss.backward()
opt.step()
