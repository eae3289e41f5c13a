import torch

torch.manual_seed(51)
stroke = torch.randn(2, 2, requires_grad=True)
paper = torch.rand(5, 5)


class Canvas:
    def __init__(self, background, tint):
        self.pixels = background * tint
        self.window = None

    @torch.no_grad()
    def select(self, top, left, h, w):
        self.window = (slice(top, top + h), slice(left, left + w))

    def paste(self, patch, alpha):
        out = self.pixels.clone()
        out[self.window] = (1 - alpha) * self.pixels[self.window] + alpha * patch
        self.pixels = out


tint = torch.sigmoid(stroke.mean())
canvas = Canvas(paper, tint)
canvas.select(1, 2, 2, 2)
canvas.paste(stroke, alpha=0.7)
loss = (canvas.pixels - 0.5).square().mean()
loss.backward()
