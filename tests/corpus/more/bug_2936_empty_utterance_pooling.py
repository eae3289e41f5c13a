import torch

torch.manual_seed(1336)
frames = torch.randn(3, 4, 2, requires_grad=True)
lengths = torch.tensor([4, 0, 2])


def pooled(x, lengths):
    valid = (torch.arange(x.size(1)) < lengths[:, None]).unsqueeze(-1)
    total = (x * valid).sum(dim=1)
    count = valid.sum(dim=1)
    mean = total / count
    return torch.where(count > 0, mean, torch.zeros_like(mean))


speaker = pooled(frames, lengths)
loss = speaker.pow(2).sum()
loss.backward()
print("loss", loss.item())
