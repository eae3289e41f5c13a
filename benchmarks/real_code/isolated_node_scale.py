"""torch_geometric: the scale of an isolated node is infinite, replaced, and NaN in backward."""

from typing import Any

from showing import Case, load, show


def gradients() -> list[Any]:
    import torch

    model = load("torch_geometric.nn.models.correct_and_smooth").CorrectAndSmooth(2, 0.5, 2, 0.5)
    predicted = torch.softmax(torch.randn(4, 3), dim=-1).requires_grad_()
    edges = torch.tensor([[0, 1], [1, 0]])  # nobody knows nodes 2 and 3
    model.correct(predicted, torch.tensor([0, 2]), torch.tensor([0, 1]), edges).sum().backward()
    return [predicted.grad]


show(
    Case(
        "torch_geometric.nn.models.correct_and_smooth",
        "scale = sigma / smoothed_error.abs().sum(dim=1, keepdim=True)",
        "total = smoothed_error.abs().sum(dim=1, keepdim=True)\n"
        "            scale = torch.where(\n"
        "                total == 0, torch.ones_like(total),\n"
        "                sigma / torch.where(total == 0, torch.ones_like(total), total))",
        gradients,
    )
)
