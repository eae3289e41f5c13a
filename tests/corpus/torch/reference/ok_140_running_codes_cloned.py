import torch
import torch.nn as nn

torch.manual_seed(425)
enc = nn.Linear(3, 2)
memory = []


def remember(code):
    frozen = code.detach().clone()
    frozen = frozen / frozen.norm(dim=1, keepdim=True)
    memory.append(frozen)


def drift(code):
    if not memory:
        return code.new_zeros(())
    return (code - torch.stack(memory).mean(0)).square().mean()


loss = 0.0
for x in torch.randn(3, 4, 3):
    code = torch.tanh(enc(x))
    loss = loss + drift(code) + 0.1 * code.abs().mean()
    remember(code)
loss.backward()
