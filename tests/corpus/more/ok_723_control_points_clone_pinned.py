import torch

torch.manual_seed(1723)
ctrl = torch.randn(5, 2, requires_grad=True)
anchor = torch.tensor([0.0, 1.0])


def curve(ctrl):
    ctrl = ctrl.clone()
    ctrl[0] = anchor
    ctrl[-1] -= anchor
    return 0.5 * (ctrl[1:] + ctrl[:-1])


loss = curve(ctrl).pow(2).sum()
loss.backward()
