import torch

torch.manual_seed(2101)


class GrayNormalize:
    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def __call__(self, x):
        gray = x.mean(1, keepdim=True).expand(-1, 3, -1).contiguous()
        gray -= self.mean
        gray /= self.std
        return gray


frames = torch.rand(2, 3, 4, requires_grad=True)
loss = GrayNormalize(0.4, 0.2)(frames).pow(3).sum()
loss.backward()
