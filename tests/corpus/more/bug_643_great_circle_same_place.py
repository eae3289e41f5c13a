import torch

guess = torch.tensor([[0.30, 1.10], [0.52, -0.40], [-0.20, 0.75]], requires_grad=True)
truth = torch.tensor([[0.35, 1.00], [0.52, -0.40], [-0.10, 0.70]])


def great_circle(a, b, radius=6.371):
    half = (b - a) / 2
    lat_a, lat_b = a[:, 0], b[:, 0]
    h = half[:, 0].sin().pow(2) + lat_a.cos() * lat_b.cos() * half[:, 1].sin().pow(2)
    return 2 * radius * torch.asin(torch.sqrt(h))


def localisation_error(guess):
    distance = great_circle(guess, truth)
    return distance.mean()


loss = localisation_error(guess)
loss.backward()
print(f"mean error {loss.item():.4f} thousand km")
