import torch


def bids(prices, budget):
    share = torch.sigmoid(prices)
    spend = share.clone()
    spend.mul_(budget).sub_(0.1).clamp_(min=0)
    return share, spend


def smooth(sequence, rate=0.4):
    state = None
    for item in sequence:
        if state is None:
            state = item.clone()
            continue
        state.lerp_(item, rate)
    return state


torch.manual_seed(3202)
prices = torch.randn(4, requires_grad=True)
budgets = [torch.rand(4) + 0.5 for _ in range(3)]
pairs = [bids(prices, b) for b in budgets]
share = pairs[0][0]
level = smooth(spend for _, spend in pairs)
loss = (level * torch.arange(1.0, 5.0)).sum() + share.square().sum()
loss.backward()
