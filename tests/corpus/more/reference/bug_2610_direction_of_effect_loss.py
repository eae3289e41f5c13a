import torch
import torch.nn as nn


class PerturbationLoss(nn.Module):
    def __init__(self, direction_weight=0.5, gamma=2):
        super().__init__()
        self.direction_weight = direction_weight
        self.gamma = gamma

    def forward(self, pred, target, control):
        fit = (pred - target).abs().pow(2 + self.gamma).mean()
        agree = torch.tanh(pred - control) - torch.sign(target - control)
        return fit + self.direction_weight * agree.pow(2).mean()


class GeneModel(nn.Module):
    def __init__(self, genes):
        super().__init__()
        self.effect = nn.Linear(genes, genes)

    def forward(self, control, gene):
        onehot = nn.functional.one_hot(gene, control.shape[-1]).to(control.dtype)
        return control + self.effect(onehot)


torch.manual_seed(2634)
model = GeneModel(3)
control, target = torch.randn(3), torch.randn(4, 3)
pred = model(control, torch.tensor([0, 1, 2, 0]))
loss = PerturbationLoss()(pred, target, control)
loss.backward()
