import torch
import torch.nn as nn

torch.manual_seed(628)
encode = nn.Linear(4, 3)
dictionary = nn.Linear(3, 4, bias=False)
patches = torch.randn(5, 4)


def active_fraction(code, threshold=0.3):
    return (code.abs() >= threshold).float().mean().item()


code = torch.tanh(encode(patches))
recon = dictionary(code)
sparsity = active_fraction(code)
loss = (recon - patches).pow(2).mean()
loss.backward()
print(f"active {sparsity:.2f}")
