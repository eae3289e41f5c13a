import torch

vel = torch.tensor([[0.8, 0.1], [0.0, 0.0], [-0.3, 0.5]], requires_grad=True)
wanted = torch.tensor([0.2, 0.0, 1.9])


def heading(velocity):
    moving = velocity.detach().abs().sum(dim=1) > 0
    east = torch.where(moving, velocity[:, 0], torch.ones(len(velocity)))
    return torch.atan2(velocity[:, 1] * moving, east)


def steering_cost(velocity):
    turn = 1 - torch.cos(heading(velocity) - wanted)
    effort = velocity.pow(2).sum(dim=1)
    return turn.sum() + 0.1 * effort.sum()


cost = steering_cost(vel)
cost.backward()
print(vel.grad)
