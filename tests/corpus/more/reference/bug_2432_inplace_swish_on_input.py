import torch
import torch.nn as nn


class InplaceSwish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        s = torch.sigmoid(x)
        ctx.save_for_backward(x.clone(), s)
        return x * s

    @staticmethod
    def backward(ctx, grad):
        x, s = ctx.saved_tensors
        return grad * (s + x * s * (1 - s))


class EntryBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(InplaceSwish.apply(x))


torch.manual_seed(65)
block = EntryBlock()
image = torch.randn(3, 4, requires_grad=True)
loss = block(image).logsumexp(dim=1).sum()
loss.backward()
saliency = image.grad.abs()
