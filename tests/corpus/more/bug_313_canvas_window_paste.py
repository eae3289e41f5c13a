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
        self.window = self.pixels[top:top + h, left:left + w]

    def paste(self, patch, alpha):
        self.window += alpha * (patch - self.window)


tint = torch.sigmoid(stroke.mean())
canvas = Canvas(paper, tint)
canvas.select(1, 2, 2, 2)
canvas.paste(stroke, alpha=0.7)
loss = (canvas.pixels - 0.5).square().mean()
loss.backward()
