import torch

torch.manual_seed(2226)
system = torch.rand(6, 9)
truth = torch.rand(9)
sinogram = system @ truth
image = torch.full((9,), 0.5, requires_grad=True)
optimizer = torch.optim.SGD([image], lr=0.2)


def fit(n_iter):
    for _ in range(n_iter):
        optimizer.zero_grad()
        residual = system @ image - sinogram
        loss = residual.pow(2).mean()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            image.clamp_(0.0, 1.0)
    return loss


final = fit(3)
