import torch


class ExpMinusOne(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        result = torch.exp(x)
        ctx.save_for_backward(result)
        result -= 1.0
        return result

    @staticmethod
    def backward(ctx, grad_output):
        (result,) = ctx.saved_tensors
        return grad_output * result


class Growth(torch.nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate

    def forward(self, x):
        return ExpMinusOne.apply(self.rate * x)


torch.manual_seed(36)
x = torch.randn(5, requires_grad=True)
model = Growth(rate=0.7)
loss = model(x).square().sum()
loss.backward()
