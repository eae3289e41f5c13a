import functools

import torch


def shade(lights, normals, albedo):
    return (normals @ lights).clamp(min=0) @ albedo + 0.2


def tone_map(radiance, black_point=0.05):
    log_radiance = radiance.log1p()
    key = log_radiance.mean()
    radiance.sub_(black_point)
    return radiance, log_radiance - key


def pipeline(*stages):
    return functools.partial(functools.reduce, lambda value, stage: stage(value), stages)


torch.manual_seed(3122)
lights = torch.randn(3, 2, requires_grad=True)
normals = torch.nn.functional.normalize(torch.randn(5, 3), dim=-1)
albedo = torch.rand(2, 3)
render = pipeline(lambda l: shade(l, normals, albedo), tone_map)
linear, mapped = render(lights)
loss = mapped.square().mean() + 0.1 * linear.mean()
loss.backward()
