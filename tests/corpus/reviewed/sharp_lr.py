import torch
w = torch.randn(4, requires_grad=True)
X = torch.randn(10, 4)
for _ in range(3):
    loss = torch.log1p(torch.exp(-(X @ w))).mean()
    grad = torch.autograd.grad(loss, w, create_graph=True)[0]
    hg = torch.autograd.grad(grad, w, grad_outputs=grad.detach())[0]
    with torch.no_grad():
        lr = (grad * grad).sum() / (grad * hg).sum()
        w.copy_(w - lr * grad)
