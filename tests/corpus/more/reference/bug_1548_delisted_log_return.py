import torch

torch.manual_seed(1548)
drift = torch.tensor([-1.0, 0.03, 0.01, -1.0], requires_grad=True)
shock = torch.tensor([0.0, 0.02, -0.05, 0.0])


def mean_log_return(simple):
    traded = torch.log1p(simple[simple > -1])
    return traded.mean()


loss = (mean_log_return(drift + shock) - 0.1).pow(2)
loss.backward()

print("loss", loss.item())
print("grad", drift.grad)
