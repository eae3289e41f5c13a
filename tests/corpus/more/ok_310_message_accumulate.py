import torch
import torch.nn as nn

torch.manual_seed(9)
message = nn.Linear(3, 2)
src = torch.tensor([0, 1, 2, 3, 3])
dst = torch.tensor([1, 2, 2, 0, 1])
x = torch.randn(4, 3)
edge_weight = torch.rand(5, 1)


def aggregate(messages, index, n):
    out = messages.new_zeros(n, messages.shape[1])
    degree = messages.new_zeros(n, 1)
    out.index_add_(0, index, messages)
    degree.index_add_(0, index, torch.ones(len(index), 1))
    degree.clamp_(min=1.0)
    out.div_(degree)
    return out


h = aggregate(edge_weight * message(x[src]), dst, 4)
loss = torch.tanh(h).square().sum()
loss.backward()
print(message.weight.grad)
