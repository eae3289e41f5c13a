import torch as th

th.manual_seed(5)
x = th.randn(6, 3, requires_grad=True)


def whiten(batch, floor=0.8):
    centred = batch - batch.mean(0, keepdim=True)
    scale = th.sqrt(centred.square().mean(0) + 1e-6)
    scale.clamp_(min=floor)
    return centred / scale


loss = whiten(x).pow(4).mean()
loss.backward()
