import torch
import torch.nn.functional as F
from torch import nn, optim


class AmpTrainer:
    def __init__(self, model):
        self.model = model
        self.scaler = torch.amp.GradScaler("cpu", enabled=False)
        self.main = optim.AdamW(model[0].parameters(), lr=0.01)
        self.aux = optim.SGD(model[2].parameters(), lr=0.01)

    def apply(self, loss, optimizer, **kwargs):
        optimizer.zero_grad(set_to_none=True)
        self.scaler.scale(loss).backward(**kwargs)
        self.scaler.step(optimizer)
        self.scaler.update()

    def train_batch(self, x, y):
        out = self.model(x)
        main_loss = F.mse_loss(out, y)
        aux_loss = out.abs().mean()
        self.apply(aux_loss, self.aux, retain_graph=True)
        self.apply(main_loss, self.main)


torch.manual_seed(355)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
trainer = AmpTrainer(model)
trainer.train_batch(torch.randn(5, 3), torch.randn(5, 1))
