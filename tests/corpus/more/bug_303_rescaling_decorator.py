import functools

import torch


def per_hour(seconds):
    def wrap(fn):
        @functools.wraps(fn)
        def inner(*args, **kwargs):
            value = fn(*args, **kwargs)
            value *= 3600.0 / seconds
            return value

        return inner

    return wrap


@per_hour(seconds=900.0)
def intensity(log_rate, baseline):
    return torch.exp(log_rate + baseline)


torch.manual_seed(8)
log_rate = torch.randn(5, requires_grad=True)
counts = torch.poisson(torch.full((5,), 4.0))
lam = intensity(log_rate, baseline=0.2)
loss = (lam - counts * lam.log()).mean()
loss.backward()
