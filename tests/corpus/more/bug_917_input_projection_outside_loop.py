import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(917)
to_model = nn.Conv1d(1, 2, 1)
denoiser = nn.Conv1d(2, 2, 3, padding=1)
opt = torch.optim.Adam(denoiser.parameters(), lr=1e-3)
signals = torch.randn(4, 1, 6)

training_seq = to_model(signals)
for step in range(2):
    noise = torch.randn_like(training_seq)
    noisy = 0.8 * training_seq + 0.6 * noise
    loss = F.mse_loss(denoiser(noisy), noise)
    opt.zero_grad()
    loss.backward()
    opt.step()
