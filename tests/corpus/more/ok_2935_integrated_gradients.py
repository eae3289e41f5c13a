import torch
import torch.nn as nn


class Explainer:
    def __init__(self, model, steps=20):
        self.model = model.eval()
        self.steps = steps

    def _path(self, x, baseline):
        for k in range(1, self.steps + 1):
            yield baseline + (k - 0.5) / self.steps * (x - baseline)

    def __call__(self, x, baseline, target):
        total = torch.zeros_like(x)
        for point in self._path(x, baseline):
            point = point.detach().requires_grad_(True)
            score = self.model(point)[:, target].sum()
            self.model.zero_grad()
            score.backward()
            total += point.grad
        total /= self.steps
        return total * (x - baseline)


torch.manual_seed(19)
model = nn.Sequential(nn.Linear(4, 8), nn.Softplus(), nn.Linear(8, 3), nn.Softmax(dim=1))
opt = torch.optim.Adam(model.parameters(), lr=5e-2)
X = torch.randn(30, 4)
labels = (X[:, 0] > 0).long() + (X[:, 1] > 0.5).long()
for _ in range(10):
    opt.zero_grad()
    loss = nn.functional.nll_loss(model(X).clamp_min(1e-8).log(), labels)
    loss.backward()
    opt.step()

x, baseline = X[:3].clone(), X.mean(0, keepdim=True).expand(3, -1)
attributions = Explainer(model)(x, baseline, target=1)
with torch.no_grad():
    gap = attributions.sum(1) - (model(x)[:, 1] - model(baseline)[:, 1])
print("completeness gap", gap.abs().max().item())
heat = attributions.abs().numpy()
heat = heat / heat.max(axis=1, keepdims=True)
