import torch
import torch.nn as nn


class SpectralLoss(nn.Module):
    def __init__(self, n_fft=4):
        super().__init__()
        self.n_fft = n_fft
        self.register_buffer("window", torch.hamming_window(n_fft))

    def magnitude(self, wave):
        frames = wave.unfold(-1, self.n_fft, self.n_fft) * self.window
        spec = torch.view_as_real(torch.fft.rfft(frames))
        return spec.pow(2).sum(-1).clamp(min=1e-12).sqrt()

    def forward(self, fake, real):
        return (self.magnitude(fake) - self.magnitude(real)).abs().mean()


torch.manual_seed(2641)
gate = torch.tensor([1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0])
shaper = nn.Conv1d(1, 1, 3, padding=1)
noise, target = torch.randn(2, 1, 8), torch.randn(2, 8)
criterion = SpectralLoss()
wave = shaper(noise).squeeze(1) * gate
loss = criterion(wave, target)
loss.backward()
print("loss", loss.item(), "grad", shaper.weight.grad)
