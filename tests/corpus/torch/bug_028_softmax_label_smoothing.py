import torch

torch.manual_seed(201)
logits = torch.randn(4, 3, requires_grad=True)
smoothing = 0.1

prob = logits.softmax(-1)
prob *= 1 - smoothing
prob += smoothing / 3
target = torch.tensor([0, 2, 1, 1])
loss = -prob[range(4), target].log().mean()
loss.backward()
