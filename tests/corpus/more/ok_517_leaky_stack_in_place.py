import torch
import torch.nn as nn


def conv_block(c_in, c_out, last=False):
    layers = [nn.Conv1d(c_in, c_out, 2, bias=False), nn.GroupNorm(1, c_out)]
    if not last:
        layers += [nn.LeakyReLU(0.1, inplace=True), nn.Dropout(0.25)]
    return layers


torch.manual_seed(81)
stack = nn.Sequential(*conv_block(1, 2), *conv_block(2, 2), *conv_block(2, 1, last=True))
signal = torch.randn(3, 1, 6)
out = stack(signal)
loss = (out.mean(-1) - 0.5).abs().sum() + out.square().mean()
loss.backward()
