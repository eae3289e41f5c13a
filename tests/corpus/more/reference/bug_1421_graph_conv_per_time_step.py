import torch
import torch.nn as nn

torch.manual_seed(1421)
temporal = nn.Linear(2, 3)
spatial = nn.Parameter(torch.randn(3, 3) / 3)
adj = torch.softmax(torch.randn(4, 4), dim=1)
series = torch.randn(2, 3, 4, 2)


def st_block(x):
    T = torch.relu(temporal(x))
    T = T + 0.1
    return torch.stack([torch.stack([adj @ (T[b][t] @ spatial) for t in range(T.shape[1])]) for b in range(T.shape[0])])


loss = st_block(series).mean(dim=(1, 2)).pow(2).sum()
loss.backward()
