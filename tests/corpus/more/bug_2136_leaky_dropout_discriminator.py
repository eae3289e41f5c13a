import torch
import torch.nn as nn


class Discriminator(nn.Module):
    def __init__(self, n_in, n_hidden):
        super().__init__()
        self.fc1 = nn.Linear(n_in, n_hidden)
        self.fc2 = nn.Linear(n_hidden, 1)
        self.act = nn.LeakyReLU(0.2, inplace=True)
        self.drop = nn.Dropout(0.3, inplace=True)

    def forward(self, x):
        h = self.act(self.fc1(x))
        h = self.drop(h)
        return torch.sigmoid(self.fc2(h))


class GANTrainer:
    def __init__(self):
        self.D = Discriminator(4, 6)
        self.G = nn.Linear(2, 4)
        self.bce = nn.BCELoss()

    def d_loss(self, real, z):
        fake = torch.tanh(self.G(z)).detach()
        ones, zeros = torch.ones(len(real), 1), torch.zeros(len(z), 1)
        return self.bce(self.D(real), ones) + self.bce(self.D(fake), zeros)


torch.manual_seed(24)
trainer = GANTrainer()
loss = trainer.d_loss(torch.randn(5, 4), torch.randn(5, 2))
loss.backward()
