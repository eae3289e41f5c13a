import torch


def rotation(q):
    c, s = torch.cos(q), torch.sin(q)
    return torch.tensor([[c, -s], [s, c]])


def end_effector(angles, lengths):
    tip, frame = torch.zeros(2), torch.eye(2)
    for q, length in zip(angles, lengths):
        frame = frame @ rotation(q)
        tip = tip + frame[:, 0] * length
    return tip


torch.manual_seed(1616)
angles = torch.randn(3, requires_grad=True)
lengths = torch.tensor([1.0, 0.8, 0.5], requires_grad=True)
goal = torch.tensor([0.9, 1.1])
loss = (end_effector(angles, lengths) - goal).pow(2).sum() + 0.01 * angles.pow(2).sum()
loss.backward()
