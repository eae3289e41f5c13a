import torch


def spectrum_features(m):
    act = torch.exp(m)
    flat = act.t().reshape(-1)
    flat[0] = 0.0
    flat[-1] *= 0.5
    rolled = act.roll(1, dims=0)
    rolled[0].fill_(1.0)
    padded = torch.nn.functional.pad(act, (1, 1))
    padded[:, 0] = act[:, -1]
    return flat.sum() + rolled.mean() + padded.sum(1).max()


torch.manual_seed(128)
w = torch.randn(3, 2, requires_grad=True)
inputs = torch.randn(2, 3, 3)
loss = torch.zeros(())
for x in inputs:
    loss = loss + spectrum_features(torch.tanh(x @ w))
loss.backward()
print("grad", w.grad)
