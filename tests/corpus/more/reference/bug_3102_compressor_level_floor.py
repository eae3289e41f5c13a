from abc import ABC, abstractmethod

import torch


class Effect(ABC):
    def __call__(self, wave, *stages):
        out = self.process(wave)
        for stage in stages:
            out = stage(out)
        return out

    @abstractmethod
    def process(self, wave):
        raise NotImplementedError


class Compressor(Effect):
    def __init__(self, drive, floor=0.05):
        self.drive, self.floor = drive, floor

    def process(self, wave):
        energy = wave.square() * torch.exp(self.drive) + 1e-3
        level = energy.sqrt()
        level = level + self.floor
        return wave / level


torch.manual_seed(3103)
drive = torch.tensor(0.3, requires_grad=True)
wave = torch.sin(torch.linspace(0, 9, 12)) + 0.1 * torch.randn(12)
fx = Compressor(drive)
loss = (fx(wave, torch.tanh) - wave).square().mean()
loss.backward()
