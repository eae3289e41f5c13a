import torch
import torch.nn as nn

SIZE, PATCH = 8, 4


class Scene(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.centre = nn.Parameter(torch.full((n, 2), 1.6) + 0.2 * torch.randn(n, 2))
        self.log_width = nn.Parameter(torch.zeros(n))
        self.colour = nn.Parameter(torch.rand(n))
        grid = torch.arange(PATCH).to(torch.get_default_dtype())
        self.register_buffer("gy", grid.view(-1, 1))
        self.register_buffer("gx", grid.view(1, -1))
        self.corners = [(0, 0), (2, 3), (4, 1)][:n]

    def patch(self, i):
        dy = (self.gy - self.centre[i, 0]).pow(2)
        dx = (self.gx - self.centre[i, 1]).pow(2)
        d = dy + dx
        d *= -0.5
        return torch.exp(d / self.log_width[i].exp().pow(2))

    def render(self):
        canvas = torch.zeros(SIZE, SIZE)
        weight = torch.full((SIZE, SIZE), 1e-3)
        for i, (r, c) in enumerate(self.corners):
            alpha = self.patch(i)
            canvas[r:r + PATCH, c:c + PATCH] += alpha * self.colour[i].sigmoid()
            weight[r:r + PATCH, c:c + PATCH] += alpha
        return canvas / weight.clamp(min=0.05)


def make_target():
    img = torch.zeros(SIZE, SIZE)
    img[1:4, 1:4] = 0.8
    img[3:6, 4:7] += 0.5
    img[5:8, 2:5] = torch.maximum(img[5:8, 2:5], torch.tensor(0.3))
    return img


@torch.no_grad()
def quality(img, target):
    mse = (img - target).pow(2).mean()
    return (-10 * torch.log10(mse + 1e-10)).item()


torch.manual_seed(134)
scene, target = Scene(3), make_target()
opt = torch.optim.Adam([
    {"params": [scene.centre], "lr": 0.05},
    {"params": [scene.log_width, scene.colour], "lr": 0.02},
])
values = []
for it in range(6):
    image = scene.render()
    loss = (image - target).pow(2).mean() + 0.01 * scene.log_width.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    values.append(quality(image, target))
print("psnr", [round(v, 3) for v in values])
print("centres", [[round(c, 2) for c in row] for row in scene.centre.tolist()])
