import torch
import torch.nn as nn

torch.manual_seed(1638)
cell = nn.GRUCell(2, 3)
score = nn.Linear(3, 1)
opt = torch.optim.SGD([*cell.parameters(), *score.parameters()], lr=0.1)
memory = {}
events = [(7, torch.randn(1, 2), 1.0), (3, torch.randn(1, 2), 0.0), (7, torch.randn(1, 2), 0.0)]

for user, features, clicked in events:
    before = memory.get(user, torch.zeros(1, 3))
    state = cell(features, before)
    loss = nn.functional.binary_cross_entropy_with_logits(score(state), torch.tensor([[clicked]]))
    opt.zero_grad()
    loss.backward()
    opt.step()
    memory[user] = state.detach()
print(sorted(memory))
