import torch


class MonotonicLoss(torch.autograd.Function):
    @staticmethod
    def forward(ctx, log_probs, targets):
        rows = torch.arange(targets.shape[0])
        grads = torch.zeros_like(log_probs)
        grads[rows, targets] = -1.0 / targets.shape[0]
        ctx.save_for_backward(grads)
        return -log_probs[rows, targets].mean()

    @staticmethod
    def backward(ctx, g):
        grads, = ctx.saved_tensors
        grads *= g
        return grads, None


torch.manual_seed(1409)
logits = torch.randn(4, 3, requires_grad=True)
am_loss = MonotonicLoss.apply(torch.log_softmax(logits, 1), torch.tensor([0, 2, 1, 1]))
(0.25 * am_loss).backward(retain_graph=True)
loss = 0.5 * am_loss + logits.pow(2).mean()
loss.backward()
