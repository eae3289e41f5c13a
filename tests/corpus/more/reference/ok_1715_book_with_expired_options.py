import torch

norm = torch.distributions.Normal(0.0, 1.0)


def book_value(spot, vol, strike, tau):
    alive = tau > 0
    root = torch.where(alive, tau, torch.ones_like(tau)).sqrt()
    sd = vol * root
    d1 = torch.log(spot / strike) / sd + 0.5 * sd
    live = spot * norm.cdf(d1) - strike * norm.cdf(d1 - sd)
    return live[alive].sum() + torch.relu(spot - strike)[~alive].sum()


strike, tau = torch.tensor([95.0, 100.0, 90.0]), torch.tensor([0.5, 0.25, 0.0])
vol = torch.tensor(0.3, requires_grad=True)
loss = book_value(torch.tensor(101.0), vol, strike, tau)
loss.backward()
