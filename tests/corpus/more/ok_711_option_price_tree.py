import torch


def price(spot, strike=1.0, up=1.1, steps=3):
    down = 1 / up
    p = (1.01 - down) / (up - down)
    factors = torch.tensor([up ** k * down ** (steps - k) for k in range(steps + 1)])
    value = torch.relu(spot * factors - strike)
    value = value.clone()
    for n in range(steps, 0, -1):
        value[:n] = (p * value[1:n + 1] + (1 - p) * value[:n]) / 1.01
    return value[0]


spot = torch.tensor(1.05, requires_grad=True)
loss = price(spot)
loss.backward()
print(spot.grad)
