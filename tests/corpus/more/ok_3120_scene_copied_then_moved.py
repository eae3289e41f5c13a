import torch


def deform(control, template):
    return {"verts": template + control[:, None].sin(), "normals": template * control[:, None]}


def duplicate(scene):
    return {name: value.clone() for name, value in scene.items()}


def advance(scene, velocity, dt):
    moved = duplicate(scene)
    offset = velocity.expand_as(moved["verts"]).contiguous()
    offset *= dt
    moved["verts"] += offset
    moved["normals"].neg_()
    return moved


torch.manual_seed(3221)
control = torch.randn(4, requires_grad=True)
template = torch.randn(4, 2)
scene = deform(control, template)
later = advance(scene, torch.tensor([1.0, -0.5]), dt=0.2)
change = (later["verts"] - scene["verts"].roll(1, 0)).square().mean()
loss = change + (scene["normals"] * later["verts"]).mean() + later["normals"].exp().mean()
loss.backward()
