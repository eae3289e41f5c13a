import torch

torch.manual_seed(57)
template = torch.randn(2, 3, requires_grad=True)
batch = 3


def perturbed(template, n):
    stacked = template.expand(n, -1, -1).clone()
    for i, sample in enumerate(range(n)):
        stacked[sample, i % 2] += float(i)
        stacked[i] *= 1.0 + 0.5 * i
    return stacked


out = perturbed(template, batch)
target = torch.randn(batch, 2, 3)
loss = torch.nn.functional.l1_loss(out.tanh(), target)
loss.backward()
