import torch

torch.manual_seed(131)
a = torch.randn(3, 2, requires_grad=True)
b = torch.randn(4, 2)
D = (a[:, None] - b[None]).pow(2).sum(-1)
R = torch.full((4, 5), 1e4)
R[0, 0] = 0.0
for i in range(1, 4):
    for j in range(1, 5):
        prev = torch.stack([R[i - 1, j - 1], R[i - 1, j], R[i, j - 1]])
        R[i, j] = D[i - 1, j - 1] - torch.logsumexp(-prev, 0)
loss = R[-1, -1]
loss.backward()
