import torch
import torch.nn as nn

torch.manual_seed(1433)
wq, wk, wv = nn.Linear(3, 2), nn.Linear(3, 2), nn.Linear(3, 2)


def feature_map(x):
    return nn.functional.elu(x) + 1


def decode(tokens):
    S, Z, outputs = torch.zeros(2, 2), torch.zeros(2), []
    for x in tokens:
        Q, K, V = feature_map(wq(x)), feature_map(wk(x)), wv(x)
        S += torch.outer(K, V)
        Z += K
        outputs.append((Q @ S) / (Q @ Z + 1e-6))
    return torch.stack(outputs)


loss = decode(torch.randn(4, 3)).pow(2).mean()
loss.backward()
