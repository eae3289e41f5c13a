import torch

torch.manual_seed(70)
log_q = torch.randn(2, requires_grad=True)
F = torch.tensor([[1.0, 0.5], [0.0, 1.0]])
H = torch.tensor([[1.0, 0.0]])
steps = 4


def predict(P, Q):
    return F @ P @ F.T + Q


def correct(P, r):
    gain = P @ H.T / (H @ P @ H.T + r)
    return P - gain @ H @ P, gain


Q = torch.diag(log_q.exp())
cov = torch.zeros(steps + 1, 2, 2)
cov[0] = torch.eye(2)
gains = []
for t in range(steps):
    cov[t] += Q
    post, k = correct(cov[t], r=0.3)
    gains.append(k.squeeze(1))
    cov[t + 1] = predict(post, Q)
loss = torch.stack(gains).sum() + cov[-1].diagonal().sum()
loss.backward()
