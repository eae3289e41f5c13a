import torch


def log_det(matrix):
    a = list(matrix)
    n = len(a)
    for i in range(n):
        for j in range(i + 1, n):
            a[j] = a[j] - a[j][i] / a[i][i] * a[i]
    return torch.stack(a).diagonal().log().sum()


torch.manual_seed(712)
L = torch.randn(3, 3, requires_grad=True)
cov = L @ L.T + torch.eye(3)
loss = log_det(cov)
loss.backward()
print(L.grad)
