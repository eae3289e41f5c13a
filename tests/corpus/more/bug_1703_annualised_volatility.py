import torch

TRADING_DAYS = 252


class Portfolio:
    def __init__(self, returns: torch.Tensor, weights: torch.Tensor):
        self.returns = returns
        self.weights = weights

    @property
    def daily(self) -> torch.Tensor:
        return self.returns @ torch.softmax(self.weights, 0)

    def volatility(self) -> torch.Tensor:
        centred = self.daily - self.daily.mean()
        sigma = centred.square().mean().sqrt()
        sigma *= TRADING_DAYS ** 0.5
        return sigma

    def sharpe(self) -> torch.Tensor:
        return self.daily.mean() * TRADING_DAYS / self.volatility()


torch.manual_seed(1703)
weights = torch.zeros(4, requires_grad=True)
book = Portfolio(0.01 * torch.randn(30, 4) + 0.001, weights)
loss = -book.sharpe()
loss.backward()
print(round(loss.item(), 4))
