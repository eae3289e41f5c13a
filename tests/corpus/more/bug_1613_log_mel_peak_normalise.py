import torch


def spectral_power(frames):
    return torch.fft.rfft(frames).abs().square()


def features(frames, bank):
    mel = spectral_power(frames) @ bank.exp()
    log_mel = torch.log1p(mel)
    peak = mel.detach().amax(dim=-1, keepdim=True)
    mel /= peak
    return {"log": log_mel, "lin": mel}


torch.manual_seed(1605)
fbank = (0.1 * torch.randn(5, 3)).requires_grad_()
wave = torch.randn(4, 8)
feats = features(wave, fbank)
target = torch.rand(4, 3)
loss = (feats["log"] - target).abs().mean() + feats["lin"].square().mean()
loss.backward()
