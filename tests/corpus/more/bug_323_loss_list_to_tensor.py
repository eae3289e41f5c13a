import torch
import torch.nn as nn

torch.manual_seed(18)
net = nn.Linear(3, 2)


def ragged_batches():
    for length in (2, 4, 3):
        yield torch.randn(length, 3), torch.randint(0, 2, (length,))


def sequence_losses(model):
    losses = []
    for x, y in ragged_batches():
        losses.append(nn.functional.cross_entropy(model(x), y))
    return losses


losses = sequence_losses(net)
loss = torch.tensor(losses, requires_grad=True).mean()
loss.backward()
print("mean loss", round(loss.item(), 4))
