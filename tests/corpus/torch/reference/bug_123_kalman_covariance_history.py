import torch

F_MAT = torch.tensor([[1.0, 0.1], [0.0, 1.0]])
H = torch.tensor([[1.0, 0.0]])


def filter_nll(obs, log_q, r=0.2):
    T = len(obs)
    Q = torch.diag(log_q.exp())
    mean = [None] * (T + 1)
    cov = [None] * (T + 1)

    def store(t, m, c):
        mean[t] = m
        cov[t] = c

    store(0, torch.tensor([0.0, 1.0]), torch.eye(2))
    total = torch.zeros(())
    for t, z in enumerate(obs, start=1):
        m = F_MAT @ mean[t - 1]
        P = F_MAT @ cov[t - 1] @ F_MAT.T + Q
        s = H @ P @ H.T + r
        gain = P @ H.T / s
        resid = z - H @ m
        store(t, m + (gain @ resid), P - gain @ H @ P)
        total = total + 0.5 * (resid.pow(2) / s.squeeze() + s.log().squeeze()).sum()
    smooth = (torch.stack(cov[1:]) @ torch.stack(cov[1:])).diagonal(dim1=1, dim2=2).sum()
    store(0, mean[-1], cov[-1])
    return total + 0.01 * smooth, mean[0]


torch.manual_seed(9)
obs = torch.cumsum(0.1 + 0.05 * torch.randn(4), 0)
log_q = torch.tensor([-3.0, -2.0], requires_grad=True)
nll, state = filter_nll(obs, log_q)
loss = nll + (state - torch.tensor([0.5, 1.0])).square().sum()
loss.backward()
