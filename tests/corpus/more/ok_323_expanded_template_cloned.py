import torch

torch.manual_seed(72)
template = torch.randn(2, 3, requires_grad=True)
offsets = torch.tensor([0.1, -0.3, 0.5])


def place_instances(template, offsets):
    scene = template.expand(len(offsets), -1, -1).contiguous()
    for k, dx in enumerate(offsets):
        scene[k, :, 0] += dx
        scene[k, 1] *= 1.0 + 0.1 * k
    return scene


def spread(scene):
    centre = scene.mean(dim=(0, 1))
    return (scene - centre).square().mean()


scene = place_instances(template, offsets)
loss = spread(scene) + template.square().sum()
loss.backward()
print("spread", loss.item())
