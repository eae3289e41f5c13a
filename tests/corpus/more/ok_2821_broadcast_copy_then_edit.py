import torch

torch.manual_seed(2417)
anchor = torch.randn(2, requires_grad=True)
jitter = torch.randn(3, 2)

queries = anchor.expand(3, 2).clone()
queries += 0.1 * jitter
queries[1] *= 2.0
history = []
point = anchor * 1.0
for k in range(3):
    history.append(point.clone())
    point += 0.5 * queries[k]
loss = torch.stack(history).square().sum() + point.square().sum()
loss.backward()
