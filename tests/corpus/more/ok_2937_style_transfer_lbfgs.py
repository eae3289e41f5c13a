import torch
import torch.nn as nn
import torch.nn.functional as F


class ContentLoss(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = target.detach()

    def forward(self, input):
        self.loss = F.mse_loss(input, self.target)
        return input


def gram_matrix(input):
    a, b, c, d = input.size()
    features = input.view(a * b, c * d)
    G = torch.mm(features, features.t())
    return G.div(a * b * c * d)


class StyleLoss(nn.Module):
    def __init__(self, target_feature):
        super().__init__()
        self.target = gram_matrix(target_feature).detach()

    def forward(self, input):
        self.loss = F.mse_loss(gram_matrix(input), self.target)
        return input


torch.manual_seed(71)
cnn = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(4, 4, 3, padding=1), nn.ReLU(inplace=True)).eval()
content_img, style_img = torch.rand(1, 3, 5, 5), torch.rand(1, 3, 5, 5)
model, style_losses, content_losses = nn.Sequential(), [], []
for i, layer in enumerate(cnn.children()):
    model.add_module(f"layer_{i}", nn.ReLU(inplace=False) if isinstance(layer, nn.ReLU) else layer)
    if isinstance(layer, nn.Conv2d):
        for losses, cls, img in ((content_losses, ContentLoss, content_img), (style_losses, StyleLoss, style_img)):
            losses.append(cls(model(img).detach()))
            model.add_module(f"{cls.__name__}_{i}", losses[-1])

input_img = content_img.clone()
input_img.requires_grad_(True)
model.eval()
model.requires_grad_(False)
optimizer = torch.optim.LBFGS([input_img], lr=0.1, max_iter=3)
run, last = [0], [0.0]
while run[0] <= 4:
    def closure():
        with torch.no_grad():
            input_img.clamp_(0, 1)
        optimizer.zero_grad()
        model(input_img)
        style_score, content_score = 0, 0
        for sl in style_losses:
            style_score += sl.loss
        for cl in content_losses:
            content_score += cl.loss
        style_score *= 1e2
        loss = style_score + content_score
        loss.backward()
        run[0] += 1
        last[0] = loss.item()
        return style_score + content_score

    optimizer.step(closure)
with torch.no_grad():
    input_img.clamp_(0, 1)
