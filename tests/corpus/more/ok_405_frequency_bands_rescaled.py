import torch
import torch.nn as nn

torch.manual_seed(4117)
analysis = nn.Linear(3, 7)
frames = torch.randn(4, 3)

spectrum = analysis(frames)
low, middle, high = torch.tensor_split(spectrum, (2, 5), dim=1)
high.mul_(0.25)
low += 0.5 * middle[:, :2]
envelope = torch.log1p(spectrum.pow(2))
loss = envelope.mean() + high.abs().sum() * 0.01
loss.backward()
