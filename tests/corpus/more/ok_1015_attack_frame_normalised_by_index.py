import torch

torch.manual_seed(2015)
image = torch.randn(1, 3, 2, 2, requires_grad=True)
means, stds = [0.4, 0.5, 0.6], [0.2, 0.3, 0.4]

frame = image.clone()
for c in range(3):
    frame[0][c].sub_(means[c]).div_(stds[c])
loss = frame.pow(2).sum()
loss.backward()
