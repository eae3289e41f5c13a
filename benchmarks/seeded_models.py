"""The models that are run on edited code: one small network of each family, built from a config.

A recipe is a name such as `timm/resnet18` or `transformers/causal/llama`. Nothing is downloaded:
weights are random. Models are in train mode, with every dropout option that they know set to 0.1.
"""

from __future__ import annotations

import importlib
import re
import warnings
from typing import Any


def words(text: str) -> list[str]:
    """Return the names in a text."""
    return text.split()


PACKAGES = ("timm", "torchvision", "transformers")

TIMM = words("""
    bat_resnext26ts botnet26t_256 caformer_s18 cait_xxs24_224 coat_lite_tiny coat_tiny
    coatnet_pico_rw_224 convit_tiny convmixer_768_32 convnext_atto convnextv2_atto cpubone_nano
    crossvit_9_dagger_240 cs3darknet_s csatv2 cspresnet50 davit_tiny deit3_small_patch16_224
    deit_tiny_distilled_patch16_224 densenet121 dla46_c dla60_res2net dpn48b eca_nfnet_l0
    ecaresnet26t edgenext_xx_small efficientformer_l1 efficientformerv2_s0 efficientnet_b0
    efficientvim_m1 efficientvit_b0 efficientvit_m0 ese_vovnet19b_slim_dw eva02_tiny_patch14_224
    fasternet_t2 fastvit_t8 focalnet_tiny_srf gcresnet33ts gcvit_xxtiny ghostnet_050 ghostnetv2_100
    ghostnetv3_050 gmlp_ti16_224 halonet26t hardcorenas_a hgnetv2_b0 hiera_tiny_224 hrnet_w18_small
    iformer_t inception_next_atto inception_v3 lambda_resnet26t lcnet_035 lcnetv2_small
    legacy_seresnet18 levit_128s lowformer_b0 mambaout_femto maxvit_pico_rw_256 mixer_s32_224
    mobilenetv3_small_050 mobilenetv4_hybrid_medium mobileone_s0 mobilevit_xxs mobilevitv2_050
    mvitv2_tiny nasnetalarge nest_tiny nextvit_small nf_resnet26 nfnet_l0 pit_ti_224
    poolformer_s12 pvt_v2_b0 pvt_v2_b2_li rdnet_tiny regnety_002 repghostnet_050 repvgg_a0
    repvit_m0_9 res2net50d resmlp_12_224 resnest14d resnet18 resnetv2_18 resnetv2_50d_evos
    rexnet_100 sam2_hiera_tiny selecsls42 sequencer2d_s seresnet18 shvit_s1 skresnet18 starnet_s050
    swiftformer_xs swin_tiny_patch4_window7_224 swinv2_cr_tiny_224 swinv2_tiny_window8_256
    tiny_vit_5m_224 tresnet_m twins_pcpvt_small twins_svt_small visformer_tiny vitamin_small_224
    vit_relpos_small_patch16_224 vit_srelpos_small_patch16_224 vit_tiny_patch16_224
    vit_tiny_r_s16_p8_224 volo_d1_224 xception xception41 xcit_nano_12_p16_224
""")

TORCHVISION = words("""
    convnext_tiny deeplabv3_mobilenet_v3_large densenet121 efficientnet_b0 efficientnet_v2_s
    fcn_resnet50 fcos_resnet50_fpn googlenet lraspp_mobilenet_v3_large maxvit_t mc3_18 mnasnet0_5
    mobilenet_v2 mobilenet_v3_small raft_small regnet_y_400mf resnet18 resnet50
    retinanet_resnet50_fpn s3d shufflenet_v2_x0_5 squeezenet1_0 ssdlite320_mobilenet_v3_large
    swin3d_t swin_t swin_v2_t vit_b_32
""")

TRANSFORMERS = {
    "causal": words("""
        afmoe apertus aria_text bailing_hybrid bigbird_pegasus biogpt bitnet bloom cohere2 cpmant
        ctrl deepseek_v4 doge ernie4_5_moe falcon_h1 falcon_mamba gemma2 gemma3_text glm4_moe gpt2
        gpt_bigcode gpt_neox gpt_oss granitemoe helium hy_v4 inkling_text jamba jetmoe kolibri1
        lfm2 llama llama4_text mamba minimax mixtral moshi mpt nanochat nemotron nemotron_h
        olmo_hybrid openai-gpt opt persimmon phi phimoe qwen2_moe qwen3_next recurrent_gemma rwkv
        stablelm trocr whisper xglm xlm xlstm
    """),
    "seq2seq": words("""
        bart blenderbot fsmt led longt5 m2m_100 nllb-moe pegasus_x seamless_m4t
        switch_transformers t5 umt5
    """),
    "masked": words("""
        albert bert big_bird convbert deberta deberta-v2 distilbert electra esm fnet ibert layoutlm
        longformer modernbert mpnet mra nystromformer roformer
    """),
    "image": words("""
        beit bit cvt data2vec-vision deit dinov2 focalnet hgnet_v2 hiera mobilenet_v2 mobilevit
        poolformer pvt pvt_v2 regnet resnet segformer swiftformer vit_msn
    """),
    "audio": words("hubert sew sew-d unispeech-sat wav2vec2 wav2vec2-conformer wavlm"),
}

TIMM_OPTIONS = {
    "num_classes": 7, "drop_rate": 0.1, "drop_path_rate": 0.1, "attn_drop_rate": 0.1,
    "proj_drop_rate": 0.1,
}  # fmt: skip
TIMM_SIZES = {  # the rest takes images of 64 x 64
    "bat_resnext26ts": 256, "crossvit_9_dagger_240": 240, "efficientformer_l1": 224,
    "halonet26t": 256, "inception_v3": 299,
}  # fmt: skip
TWO_CHUNKS = ("bailing_hybrid", "olmo_hybrid", "qwen3_next")  # of 64 words
SMALL = {
    **dict.fromkeys(("hidden_size", "n_embd", "d_model", "dim", "embed_dim", "embedding_size"), 32),
    **dict.fromkeys(("num_hidden_layers", "n_layer", "n_layers", "num_layers"), 2),
    **dict.fromkeys(("encoder_layers", "decoder_layers", "num_decoder_layers"), 2),
    **dict.fromkeys(("num_attention_heads", "n_head", "n_heads", "num_heads"), 4),
    **dict.fromkeys(("encoder_attention_heads", "decoder_attention_heads"), 4),
    **dict.fromkeys(("intermediate_size", "encoder_ffn_dim", "decoder_ffn_dim", "d_ff"), 48),
    **dict.fromkeys(("ffn_dim", "hidden_dim"), 48),
    **dict.fromkeys(("max_position_embeddings", "n_positions", "max_seq_len"), 128),
    **dict.fromkeys(("chunk_size", "mamba_chunk_size", "block_size"), 8),
    **dict.fromkeys(("num_experts", "num_local_experts", "n_routed_experts"), 4),
    **dict.fromkeys(("hidden_dropout_prob", "attention_probs_dropout_prob", "dropout"), 0.1),
    **dict.fromkeys(("attention_dropout", "hidden_dropout", "activation_dropout"), 0.1),
    **dict.fromkeys(("resid_pdrop", "attn_pdrop", "embd_pdrop", "dropout_rate"), 0.1),
    "num_key_value_heads": 2, "head_dim": 8, "d_kv": 8, "vocab_size": 99, "num_experts_per_tok": 2,
    "moe_intermediate_size": 24, "type_vocab_size": 2, "state_size": 8, "pad_token_id": 0,
    "bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1, "word_embed_proj_dim": 32,
    "image_size": 32, "patch_size": 8, "num_channels": 3, "qkv_bias": True,
}  # fmt: skip


def recipes() -> list[str]:
    """Name every model."""
    names = [f"timm/{name}" for name in TIMM] + [f"torchvision/{name}" for name in TORCHVISION]
    for task, families in TRANSFORMERS.items():
        names += [f"transformers/{task}/{family}" for family in families]
    return names


def import_packages() -> None:
    """Import the packages, with the ops that a torchvision for another torch lacks."""
    import torch

    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    for name in ("nms", "qnms"):
        if not hasattr(torch.ops.torchvision, name):
            schema = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
            torch.library.define(f"torchvision::{name}", schema)
    for package in PACKAGES:
        importlib.import_module(package)
    importlib.import_module("transformers").logging.set_verbosity_error()


def versions() -> dict[str, str]:
    """Return the version of each package that is installed, without the build."""
    from importlib.metadata import version

    return {package: version(package).split("+")[0] for package in PACKAGES}


def build(recipe: str) -> Any:
    """Build a model with random weights; the caller has seeded torch."""
    package, _, name = recipe.partition("/")
    model = {"timm": _timm, "torchvision": _torchvision, "transformers": _transformers}[package](
        name
    )
    return model.train()


def outputs(recipe: str, model: Any) -> list[Any]:
    """Run the model on random input and return what a loss may be made of."""
    import torch

    package, _, name = recipe.partition("/")
    if package == "transformers":
        result = model(**_transformers_input(name, model.config))
        return [result.logits]
    if package == "torchvision":
        return _tensors(_torchvision_output(name, model))
    size = TIMM_SIZES.get(name, 64)
    return _tensors(model(torch.randn(2, 3, size, size)))


def _create(builder: Any, name: str, options: dict[str, Any]) -> Any:
    """Build with the options, less those that the model refuses."""
    while True:
        try:
            return builder(name, **options)
        except TypeError as error:
            refused = re.search(r"argument '(\w+)'", str(error))
            if not refused or options.pop(refused[1], None) is None:
                raise


def _timm(name: str) -> Any:
    options: dict[str, Any] = dict(TIMM_OPTIONS)
    if name not in TIMM_SIZES:
        options["img_size"] = 64
    return _create(importlib.import_module("timm").create_model, name, options)


def _torchvision(name: str) -> Any:
    models = importlib.import_module("torchvision.models")
    if name == "vit_b_32":
        return models.VisionTransformer(32, 8, 2, 4, 32, 48, dropout=0.1, attention_dropout=0.1)
    options: dict[str, Any] = {}
    if name in models.list_models(module=models.detection):
        options = {"weights_backbone": None, "num_classes": 5}
        if not name.startswith("ssd"):
            options |= {"min_size": 64, "max_size": 64}
    elif name in models.list_models(module=models.segmentation):
        options = {"weights_backbone": None, "num_classes": 5}
    elif name not in models.list_models(module=models.optical_flow):
        options = dict.fromkeys(("dropout", "attention_dropout", "mlp_dropout", "drop_rate"), 0.1)
    return _create(models.get_model, name, options)


def _torchvision_output(name: str, model: Any) -> Any:
    import torch

    models = importlib.import_module("torchvision.models")
    if name == "vit_b_32":
        return model(torch.randn(2, 3, 32, 32))
    if name in models.list_models(module=models.detection):
        box = {"boxes": torch.tensor([[4.0, 4.0, 40.0, 44.0]]), "labels": torch.tensor([3])}
        return model(list(torch.randn(2, 3, 64, 64)), [box, box])
    if name in models.list_models(module=models.optical_flow):
        return model(torch.randn(1, 3, 128, 128), torch.randn(1, 3, 128, 128), num_flow_updates=2)
    if name in models.list_models(module=models.video):
        return model(torch.randn(1, 3, 16, *((224, 224) if name == "s3d" else (64, 64))))
    size = 224 if name == "maxvit_t" else 64
    return model(torch.randn(2, 3, size, size))


def _transformers(name: str) -> Any:
    transformers = importlib.import_module("transformers")
    tables = importlib.import_module("transformers.models.auto.modeling_auto")
    task, family = name.split("/")
    table = {
        "causal": tables.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES,
        "seq2seq": tables.MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES,
        "masked": tables.MODEL_FOR_MASKED_LM_MAPPING_NAMES,
        "image": tables.MODEL_FOR_IMAGE_CLASSIFICATION_MAPPING_NAMES,
        "audio": tables.MODEL_FOR_AUDIO_CLASSIFICATION_MAPPING_NAMES,
    }[task]
    named = table[family]
    config_class = transformers.CONFIG_MAPPING[family]
    usual = config_class()
    # A list holds a size for each stage: those configs stay as they are, they are small enough.
    known = {
        key: value
        for key, value in SMALL.items()
        if hasattr(usual, key) and not isinstance(getattr(usual, key), list | tuple | dict)
    }
    config = config_class(**known)
    config._attn_implementation = "eager"  # the others hide the attention from the source
    if hasattr(config, "use_cache"):
        config.use_cache = False
    return getattr(transformers, named[0] if isinstance(named, tuple) else named)(config)


def _transformers_input(name: str, config: Any) -> dict[str, Any]:
    import torch

    task, family = name.split("/")
    if task == "image":
        size = getattr(config, "image_size", 32)
        size = size if isinstance(size, int) else size[0]
        return {"pixel_values": torch.randn(2, 3, size, size)}
    if task == "audio":
        return {"input_values": torch.randn(2, 4000)}
    length = 80 if family in TWO_CHUNKS else 16
    text = {"input_ids": torch.randint(3, 90, (2, length))}
    if task == "seq2seq":
        text["decoder_input_ids"] = torch.randint(3, 90, (2, length))
    return text


def _tensors(result: Any) -> list[Any]:
    if isinstance(result, dict):
        return [tensor for value in result.values() for tensor in _tensors(value)]
    if isinstance(result, list | tuple):
        return [tensor for value in result for tensor in _tensors(value)]
    return [result] if getattr(result, "requires_grad", False) else []
