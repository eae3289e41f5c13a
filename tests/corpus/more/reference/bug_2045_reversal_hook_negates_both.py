import torch
import torch.nn as nn

torch.manual_seed(2145)
content = nn.Linear(3, 2)
domain = nn.Linear(3, 2)
head = nn.Linear(2, 2)


def adversarial(t, strength=1.0):
    t.register_hook(lambda g: g * -strength)
    return t


def encode(x):
    c = torch.tanh(content(x))
    d = torch.tanh(domain(x))
    return c + adversarial(d)


x, y = torch.randn(5, 3), torch.randint(0, 2, (5,))
loss = nn.functional.cross_entropy(head(encode(x)), y)
loss.backward()
