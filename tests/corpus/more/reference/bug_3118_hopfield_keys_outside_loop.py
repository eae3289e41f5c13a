import torch
import torch.nn as nn


def retrieve(state, patterns, beta=2.0, hops=2):
    for _ in range(hops):
        state = torch.softmax(beta * state @ patterns.t(), dim=-1) @ patterns
    return state


torch.manual_seed(3119)
project = nn.Linear(3, 3)
stored = torch.randn(4, 3)
noisy = stored + 0.3 * torch.randn(4, 3)
opt = torch.optim.SGD(project.parameters(), lr=0.05)


history = []
for epoch in range(3):
    opt.zero_grad()
    patterns = torch.tanh(project(stored))
    recalled = retrieve(torch.tanh(project(noisy)), patterns)
    loss = (recalled - stored).square().mean()
    loss.backward()
    opt.step()
    history.append(loss.item())
print("losses", history)
