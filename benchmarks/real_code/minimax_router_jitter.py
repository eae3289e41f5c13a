"""transformers MiniMax: the noise for the router is written into the residual, too.

The residual is the tensor that the block was given, and the block multiplies it in place. The
default of `router_jitter_noise` is 0; here it is switched on.
"""

from typing import Any

from showing import Case, load, parameters, show

MODULE = "transformers.models.minimax.modeling_minimax"


def gradients() -> list[Any]:
    import torch

    config = load("transformers").MiniMaxConfig(
        vocab_size=16, hidden_size=16, intermediate_size=16, num_hidden_layers=1,
        num_attention_heads=2, num_key_value_heads=2, head_dim=8, num_local_experts=2,
        num_experts_per_tok=1, router_jitter_noise=0.5, layer_types=["full_attention"],
    )  # fmt: skip
    model = load(MODULE).MiniMaxForCausalLM(config).train()
    logits = model(torch.tensor([[1, 2, 3, 4]])).logits
    return parameters(model, (logits * torch.randn_like(logits)).sum())


noise = "torch.empty_like(hidden_states).uniform_(1.0 - self.jitter_noise, 1.0 + self.jitter_noise)"
show(
    Case(MODULE, f"hidden_states *= {noise}", f"hidden_states = hidden_states * {noise}", gradients)
)
