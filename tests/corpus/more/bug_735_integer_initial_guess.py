import torch


def rosenbrock(p):
    x, y = p
    return (1 - x) ** 2 + 100 * (y - x ** 2) ** 2


guess = torch.tensor([-1, 2], requires_grad=True)
for step in range(3):
    value = rosenbrock(guess)
    guess.grad = None
    value.backward()
    with torch.no_grad():
        guess -= 0.001 * guess.grad
print(guess)
