import torch

torch.manual_seed(506)
returns = torch.randn(8) * 0.3
returns[3] = 2.4
params = torch.tensor([0.02, 0.15], requires_grad=True)
CAP = 0.9


class ArchModel:
    def __init__(self, params):
        self.omega, self.alpha = params

    def volatility(self, r):
        vol = torch.sqrt(self.omega + self.alpha * r.pow(2))
        vol[vol > CAP] = CAP
        return vol

    def nll(self, r):
        vol = self.volatility(r[:-1])
        z = r[1:] / vol
        return (0.5 * z.pow(2) + vol.log()).sum()


model = ArchModel(params)
loss = model.nll(returns)
loss.backward()
print(f"nll {loss.item():.4f}")
