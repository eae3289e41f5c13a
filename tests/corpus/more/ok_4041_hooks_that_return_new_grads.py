import torch
import torch.nn as nn

torch.manual_seed(51)
enc, dec = nn.Linear(3, 2), nn.Linear(2, 3)
seen = {}


def watch(name):
    def hook(p):
        seen[name] = p.grad.norm().item()
    return hook


handles = [p.register_post_accumulate_grad_hook(watch(n)) for n, p in enc.named_parameters()]
x = torch.randn(6, 3)
z = enc(x)
z.register_hook(lambda g: 0.25 * g)
loss = (dec(z.tanh()) - x).pow(2).mean()
loss.backward()
for h in handles:
    h.remove()
print(sorted(seen))
