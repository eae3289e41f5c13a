import torch
import torch.nn as nn

torch.manual_seed(2204)
disc = nn.Sequential(
    nn.Linear(3, 5),
    nn.LeakyReLU(0.2),
    nn.Dropout(0.25),
    nn.Linear(5, 4),
    nn.ELU(),
    nn.Linear(4, 1),
)
torch.manual_seed(3)
real = torch.randn(4, 3)
fake = torch.randn(4, 3)
d_loss = torch.relu(1 - disc(real)).mean() + torch.relu(1 + disc(fake)).mean()
d_loss.backward()
