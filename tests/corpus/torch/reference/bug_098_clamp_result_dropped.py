import torch

torch.manual_seed(273)
raw = torch.randn(5, requires_grad=True)


def log_likelihood(log_var, resid):
    log_var = log_var.clamp(-0.5, 0.5)
    return -0.5 * (log_var + resid ** 2 / log_var.exp()).sum()


resid = torch.randn(5)
loss = -log_likelihood(raw * 2, resid)
loss.backward()
