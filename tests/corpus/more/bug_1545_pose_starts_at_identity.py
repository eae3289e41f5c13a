import torch

q = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.9, 0.1, 0.2, 0.3]], requires_grad=True)
prior = torch.tensor([1.0, 0.5])


def rotation_angle(q):
    unit = q / q.norm(dim=1, keepdim=True)
    return 2 * torch.acos(unit[:, 0].clamp(-1.0, 1.0))


loss = (prior * rotation_angle(q).pow(2)).sum()
loss.backward()

print("loss", loss.item())
print("grad", q.grad)
