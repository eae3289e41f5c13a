import torch

x = torch.tensor([-2.0, 0.0, 1.5, 3.0], requires_grad=True)
huber = torch.nn.functional.huber_loss(x, torch.zeros(4), reduction="none")
weight = torch.arange(1.0, 5.0)
loss = (weight * huber).sum()
loss.backward()
print(x.grad)
