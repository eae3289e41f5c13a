"""transformers Granite Speech Plus: states kept in a list for later are changed there by `+=`.

The default of `cat_hidden_layers` names no layer; here it names the middle one, which gets the
second prediction added.
"""

from typing import Any

from showing import Case, load, parameters, show

MODULE = "transformers.models.granite_speech_plus.modeling_granite_speech_plus"


def gradients() -> list[Any]:
    import torch

    config = load("transformers").GraniteSpeechPlusEncoderConfig(
        input_dim=8, num_layers=2, hidden_dim=32, feedforward_mult=2, num_heads=2, dim_head=16,
        output_dim=10, context_size=8, max_pos_emb=16, cat_hidden_layers=[1], dropout=0.0,
    )  # fmt: skip
    model = load(MODULE).GraniteSpeechPlusCTCEncoder(config).train()
    output = model(torch.randn(1, 8, 8)).last_hidden_state
    return parameters(model, (output * torch.randn_like(output)).sum())


added = "self.out_mid(nn.Softmax(dim=-1)(hidden_states_mid))"
show(
    Case(
        MODULE,
        f"hidden_states += {added}",
        f"hidden_states = hidden_states + {added}",
        gradients,
    )
)
