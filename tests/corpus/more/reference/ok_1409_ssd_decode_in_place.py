import torch

torch.manual_seed(2409)
loc = torch.randn(4, 4, requires_grad=True)
priors = torch.rand(4, 4) + 0.5
gt = torch.rand(4, 4)


def decode(loc, priors, variances):
    boxes = torch.cat((priors[:, :2] + loc[:, :2] * variances[0] * priors[:, 2:],
                       priors[:, 2:] * torch.exp(loc[:, 2:] * variances[1])), 1)
    corner = boxes[:, :2] - boxes[:, 2:] / 2
    return torch.cat((corner, corner + boxes[:, 2:]), 1)


decoded = decode(loc, priors, (0.1, 0.2))
loss = torch.nn.functional.smooth_l1_loss(decoded, gt)
loss.backward()
