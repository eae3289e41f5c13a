import torch

audio = torch.zeros(8)
audio[1] = 1.0
audio[5] = 1.0
audio.requires_grad_()

spectrum = torch.fft.rfft(audio)
power = spectrum.real ** 2 + spectrum.imag ** 2
magnitude = power ** 0.5
log_mag = torch.log1p(magnitude)
loss = log_mag.mean()
loss.backward()
print(torch.isnan(audio.grad).any().item())
