import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(59)
enc = nn.Linear(3, 2)
mix = nn.Linear(2, 3, bias=False)
x = torch.randn(5, 3)


def project_simplex(rows):
    for row in rows:
        np.clip(row, 1e-3, None, out=row)
        row /= row.sum()


def endmember_loss(x):
    code = torch.softmax(enc(x), dim=1)
    recon = mix(code)
    return (recon - x).square().mean()


loss = endmember_loss(x)
loss.backward()
project_simplex(mix.weight.detach().numpy().T)
print("columns", mix.weight.sum(0).tolist())
