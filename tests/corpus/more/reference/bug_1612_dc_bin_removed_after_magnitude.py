import torch


def analyse(wave):
    spec = torch.fft.rfft(wave)
    return {"spec": spec, "mag": spec.abs()}


def remove_dc(bundle):
    bundle["spec"] = torch.cat([torch.zeros_like(bundle["spec"][..., :1]), bundle["spec"][..., 1:]], -1)
    return bundle


def synthesise(bundle, n):
    return torch.fft.irfft(bundle["spec"], n=n)


torch.manual_seed(1623)
wave, clean = torch.randn(2, 8), torch.randn(2, 8)
gain = torch.rand(2, 1).add(0.5).requires_grad_()
bundle = remove_dc(analyse(gain * wave + 0.3))
loss = (synthesise(bundle, 8) - clean).pow(2).mean() + 0.1 * bundle["mag"].mean()
loss.backward()
