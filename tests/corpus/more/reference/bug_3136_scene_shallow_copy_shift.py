import torch


def deform(control, template):
    lift = torch.stack([control.sin(), control.cos()], dim=-1)
    return {"verts": template + lift, "albedo": torch.full((len(template),), 0.5)}


def advance(scene, velocity, dt):
    moved = dict(scene)
    moved["verts"] = moved["verts"] + dt * velocity
    return moved


def chamfer(a, b):
    gap = (a[:, None] - b[None]).square().sum(-1)
    return gap.amin(1).mean() + gap.amin(0).mean()


torch.manual_seed(3137)
control = torch.randn(4, requires_grad=True)
template = torch.randn(4, 2)
scene = deform(control, template)
later = advance(scene, velocity=torch.tensor([1.0, 0.5]), dt=0.4)
target = torch.randn(4, 2)
loss = chamfer(later["verts"], target) + 0.3 * scene["verts"].square().sum()
loss.backward()
