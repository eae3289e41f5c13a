import torch


def reconstruct(W, H):
    return W @ H


def project(*factors):
    for f in factors:
        f.data.clamp_(min=0)


torch.manual_seed(1709)
X = torch.rand(4, 5)
W = torch.randn(4, 2, requires_grad=True)
H = torch.randn(2, 5, requires_grad=True)
loss = (X - reconstruct(W, H)).pow(2).mean()
project(W, H)
loss.backward()
with torch.no_grad():
    W -= 0.1 * W.grad
    H -= 0.1 * H.grad
