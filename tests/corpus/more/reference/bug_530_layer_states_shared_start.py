import torch
import torch.nn as nn

torch.manual_seed(15)
LAYERS = 3
init = nn.Linear(2, 4)
inject = nn.ModuleList(nn.Linear(3, 4, bias=False) for _ in range(LAYERS))


def run(z, x):
    states = [init(z) for _ in range(LAYERS)]
    for i, layer in enumerate(inject):
        states[i] += layer(x)
    return torch.stack(states)


z, x = torch.randn(5, 2), torch.randn(5, 3)
states = run(z, x)
weights = torch.tensor([0.2, 0.3, 0.5]).view(-1, 1, 1)
loss = (weights * states.square()).sum()
loss.backward()
print(f"loss {loss.item():.4f}")
