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
P = torch.eye(2)
gains = []
for t in range(steps):
    post, k = correct(P + Q, r=0.3)
    gains.append(k.squeeze(1))
    P = predict(post, Q)
loss = torch.stack(gains).sum() + P.diagonal().sum()
loss.backward()
