import torch
import torch.nn as nn


class SAM(torch.optim.Optimizer):
    def __init__(self, params, base_optimizer, rho=0.05, **kwargs):
        super().__init__(params, dict(rho=rho, **kwargs))
        self.base_optimizer = base_optimizer(self.param_groups, **kwargs)
        self.param_groups = self.base_optimizer.param_groups

    @torch.no_grad()
    def first_step(self, zero_grad=False):
        grad_norm = self._grad_norm()
        for group in self.param_groups:
            scale = group["rho"] / (grad_norm + 1e-12)
            for p in group["params"]:
                if p.grad is None:
                    continue
                self.state[p]["old_p"] = p.data.clone()
                p.add_(p.grad * scale)
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def second_step(self, zero_grad=False):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                p.data = self.state[p]["old_p"]
        self.base_optimizer.step()
        if zero_grad:
            self.zero_grad()

    def _grad_norm(self):
        return torch.norm(torch.stack([p.grad.norm(p=2) for g in self.param_groups for p in g["params"] if p.grad is not None]), p=2)


def smooth_crossentropy(pred, gold, smoothing=0.1):
    n_class = pred.size(1)
    one_hot = torch.full_like(pred, fill_value=smoothing / (n_class - 1))
    one_hot.scatter_(dim=1, index=gold.unsqueeze(1), value=1.0 - smoothing)
    return nn.functional.kl_div(pred.log_softmax(1), one_hot, reduction="none").sum(-1)


def set_running_stats(model, enabled):
    for m in model.modules():
        if isinstance(m, nn.BatchNorm1d):
            m.momentum = 0.1 if enabled else 0.0


torch.manual_seed(291)
model = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.ReLU(inplace=True), nn.Linear(6, 3))
optimizer = SAM(model.parameters(), torch.optim.SGD, rho=0.1, lr=0.1, momentum=0.9)
for epoch in range(3):
    inputs, targets = torch.randn(8, 4), torch.randint(0, 3, (8,))
    set_running_stats(model, True)
    predictions = model(inputs)
    loss = smooth_crossentropy(predictions, targets)
    loss.mean().backward()
    optimizer.first_step(zero_grad=True)

    set_running_stats(model, False)
    second_loss = smooth_crossentropy(model(inputs), targets).mean()
    second_loss.backward()
    optimizer.second_step(zero_grad=epoch < 2)
    correct = (predictions.detach().argmax(1) == targets).sum().item()
