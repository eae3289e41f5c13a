import torch
import torch.nn as nn

torch.manual_seed(1533)
to_qkv = nn.Linear(3, 6)


def attend(q, k, v, state):
    Si, Zi = state
    Zi = Zi + k
    Si = Si + torch.outer(k, v)
    z = 1.0 / (q @ Zi + 1e-6)
    return (q @ Si) * z, (Si, Zi)


state = (torch.zeros(2, 2), torch.zeros(2))
outputs = []
for token in torch.randn(4, 3):
    q, k, v = to_qkv(token).view(3, 2)
    q, k = nn.functional.elu(q) + 1, nn.functional.elu(k) + 1
    out, state = attend(q, k, v, state)
    outputs.append(out)
loss = torch.stack(outputs).pow(2).mean()
loss.backward()
