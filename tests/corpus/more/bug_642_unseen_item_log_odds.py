import torch

torch.manual_seed(642)
shown = torch.tensor([4.0, 0.0, 6.0, 3.0])
hits = torch.tensor([1.2, 0.0, 4.5, 2.1], requires_grad=True)
weight = torch.tensor([0.5, -1.0, 0.3, 0.8])


def log_odds(hits, shown):
    seen = shown > 0
    rate = hits / shown.clamp(min=1.0)
    odds = torch.logit(rate)
    return torch.where(seen, odds, torch.zeros_like(odds))


def ranking_loss(hits):
    scores = log_odds(hits, shown)
    return torch.nn.functional.softplus(-weight * scores).mean()


loss = ranking_loss(hits)
loss.backward()
