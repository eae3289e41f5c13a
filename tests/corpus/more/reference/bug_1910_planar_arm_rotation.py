import torch

torch.manual_seed(882)
lengths = (1.0, 0.7)
joints = torch.tensor([0.3, -0.8], requires_grad=True)


def rotation(angle):
    c, s = torch.cos(angle), torch.sin(angle)
    return torch.stack([torch.stack([c, -s]), torch.stack([s, c])])


def end_effector(angles):
    frame, tip = torch.eye(2), torch.zeros(2)
    for angle, length in zip(angles, lengths):
        frame = frame @ rotation(angle)
        tip = tip + length * frame[:, 0]
    return tip


loss = (end_effector(joints) - torch.tensor([0.5, 1.0])).pow(2).sum()
loss.backward()
