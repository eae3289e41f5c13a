import torch

torch.manual_seed(2315)
image = torch.randn(3, 2, 2, requires_grad=True)
means = torch.tensor([0.485, 0.456, 0.406])
stds = torch.tensor([0.229, 0.224, 0.225])

planes = []
for c in range(3):
    planes.append(image[c] * stds[c] + means[c])
canvas = torch.stack(planes)
loss = canvas.pow(2).sum()
loss.backward()
