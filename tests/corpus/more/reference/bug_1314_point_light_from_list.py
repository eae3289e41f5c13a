import torch


class PointLight:
    def __init__(self, location, colour):
        self.location = torch.stack(location)
        self.colour = colour

    def shade(self, points, normals):
        d = torch.nn.functional.normalize(self.location - points, dim=-1)
        return self.colour * (normals * d).sum(-1)


torch.manual_seed(1314)
lparams = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
colour = torch.tensor(0.7, requires_grad=True)
opt = torch.optim.SGD([lparams, colour], lr=0.1)
points, normals = torch.randn(4, 3), torch.randn(4, 3)
light = PointLight([-3 + lparams[0], lparams[1], 1 + lparams[2]], colour)
loss = (light.shade(points, normals) - 0.5).pow(2).mean()
loss.backward()
opt.step()
