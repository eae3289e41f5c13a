import torch
import torch.nn as nn


class Autoencoder(nn.Module):
    def __init__(self, dim, code):
        super().__init__()
        self.encode = nn.Sequential(
            nn.Linear(dim, code),
            nn.Tanh(),
            nn.Dropout(0.25, inplace=True),
        )
        self.decode = nn.Linear(code, dim)

    def forward(self, x):
        z = self.encode(x)
        return self.decode(z), z


def train_step(model, opt, batch):
    recon, z = model(batch)
    loss = (recon - batch).pow(2).mean() + 1e-3 * z.abs().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss


torch.manual_seed(52)
model = Autoencoder(5, 3)
opt = torch.optim.RMSprop(model.parameters(), lr=1e-3)
for epoch in range(2):
    loss = train_step(model, opt, torch.randn(6, 5))
    print(epoch, loss.item())
