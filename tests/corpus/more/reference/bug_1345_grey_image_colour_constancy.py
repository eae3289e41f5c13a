import torch


def colour_constancy(image):
    mr, mg, mb = image.mean(dim=(1, 2))
    drg = torch.pow(mr - mg, 2)
    drb = torch.pow(mr - mb, 2)
    dgb = torch.pow(mb - mg, 2)
    return torch.pow(drg ** 2 + drb ** 2 + dgb ** 2 + 1e-5, 0.5)


grey = torch.tensor([[0.2, 0.4], [0.6, 0.8]])
curve = torch.tensor(0.5, requires_grad=True)
enhanced = grey + curve * grey * (1 - grey)
image = enhanced.expand(3, 2, 2)
loss = colour_constancy(image) + (image.mean() - 0.8) ** 2
loss.backward()
