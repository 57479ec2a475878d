#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What PyTorch makes of small models: outputs, losses, gradients, weights after AdamW.

Writes the *.bin files next to this script, which tst_pytorch.cpp compares with our own kernels.
Needs PyTorch and NumPy (Debian: python3-torch python3-numpy; written with 1.13.1 and 1.24.2):

    /usr/bin/python3 tests/data/pytorch/generate.py

PyTorch computes in double precision on weights that single precision holds too; results are stored
as single. GELU is its tanh form, as in GPT-2; one output with the exact form (erf) is stored to
show that the two are told apart. Input, R of the stack loss and tokens are drawn as gpu/kernels/random.h
does, written down here once more from the papers: Philox-4x32-10 and Box-Muller.
"""

import math
import pathlib

import numpy as np
import torch
import torch.nn.functional as functional

SEED = 11
STEPS = 3


def philox(counter, key):
    """Ten rounds on arrays of 32-bit words held in 64 bits."""
    low = np.uint64(0xFFFFFFFF)
    c = [np.asarray(word, dtype=np.uint64) for word in counter]
    k = [np.uint64(word) for word in key]
    for _ in range(10):
        first = np.uint64(0xD2511F53) * c[0]
        second = np.uint64(0xCD9E8D57) * c[2]
        shift = np.uint64(32)
        c = [(second >> shift) ^ c[1] ^ k[0], second & low, (first >> shift) ^ c[3] ^ k[1], first & low]
        k = [(k[0] + np.uint64(0x9E3779B9)) & low, (k[1] + np.uint64(0xBB67AE85)) & low]
    return c


def words(site, count):
    """The first `count` words that `site` draws, the same in every training step."""
    value = 2166136261
    for byte in site.encode():
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    groups = np.arange((count + 3) // 4, dtype=np.uint64)
    zeros = np.zeros_like(groups)
    drawn = philox([groups, zeros, zeros, zeros + np.uint64(value)], [SEED, 0])
    return np.stack(drawn, axis=1).reshape(-1)[:count]


def normals(site, shape):
    count = math.prod(shape)
    uniform = (np.floor(words(site, (count + 3) // 4 * 4) / 512) + 0.5) / 2**23
    radius = np.sqrt(-2 * np.log(uniform[0::2]))
    angle = 2 * math.pi * uniform[1::2]
    values = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).reshape(-1)[:count]
    return values.astype(np.float32).reshape(shape)


class Model:
    """Pre-norm blocks with weights (in, out), named as Sublinear names them."""

    def __init__(self, llama, layers, d_model, d_ffn, heads, kv_heads, head_dim, batch, sequence, vocab=0, tied=True):
        self.llama = llama
        self.layers = layers
        self.d_model = d_model
        self.d_ffn = d_ffn
        self.heads = heads
        self.kv_heads = kv_heads
        self.head_dim = head_dim
        self.batch = batch
        self.sequence = sequence
        self.vocab = vocab
        self.tied = tied
        self.exact_gelu = False
        self.weights = {}
        random = np.random.RandomState(5)

        def add(name, shape, mean=0.0, deviation=0.2):
            values = (mean + deviation * random.standard_normal(shape)).astype(np.float32)
            self.weights[name] = torch.tensor(values, dtype=torch.float64, requires_grad=True)

        def norm(name):
            add(name + ".weight", (d_model,), 1.0, 0.1)
            if not llama:
                add(name + ".bias", (d_model,), 0.0, 0.1)

        def linear(name, inputs, outputs):
            add(name + ".weight", (inputs, outputs))
            if not llama:
                add(name + ".bias", (1, outputs), 0.0, 0.1)

        if vocab:
            add("wte", (vocab, d_model), 0.0, 0.5)
            if not llama:
                add("wpe", (sequence, d_model))
        for layer in range(1, layers + 1):
            prefix = f"layer{layer}."
            norm(prefix + "norm1")
            linear(prefix + "qkv", d_model, (heads + 2 * kv_heads) * head_dim)
            linear(prefix + "proj", heads * head_dim, d_model)
            norm(prefix + "norm2")
            linear(prefix + "up", d_model, 2 * d_ffn if llama else d_ffn)
            linear(prefix + "down", d_ffn, d_model)
        if vocab:
            norm("final_norm")
            if not tied:
                add("head.weight", (d_model, vocab))

    def norm(self, x, name):
        weight = self.weights[name + ".weight"]
        if self.llama:
            return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-5) * weight
        return functional.layer_norm(x, (self.d_model,), weight, self.weights[name + ".bias"], 1e-5)

    def linear(self, x, name):
        y = x @ self.weights[name + ".weight"]
        return y if self.llama else y + self.weights[name + ".bias"]

    def rotate(self, x):
        """(B, heads, S, head_dim) in the rotate-half form."""
        half = self.head_dim // 2
        frequency = 10000.0 ** (-2 * torch.arange(half, dtype=torch.float64) / self.head_dim)
        angle = torch.arange(self.sequence, dtype=torch.float64)[:, None] * frequency
        cosine = torch.cat([angle.cos(), angle.cos()], -1)
        sine = torch.cat([angle.sin(), angle.sin()], -1)
        turned = torch.cat([-x[..., half:], x[..., :half]], -1)
        return x * cosine + turned * sine

    def attention(self, x, prefix):
        B, S, hd = self.batch, self.sequence, self.head_dim
        widths = [self.heads * hd, self.kv_heads * hd, self.kv_heads * hd]
        query, key, value = self.linear(x, prefix + "qkv").split(widths, -1)
        query = query.reshape(B, S, self.heads, hd).transpose(1, 2)
        key = key.reshape(B, S, self.kv_heads, hd).transpose(1, 2)
        value = value.reshape(B, S, self.kv_heads, hd).transpose(1, 2)
        if self.llama:
            query, key = self.rotate(query), self.rotate(key)
        group = self.heads // self.kv_heads
        key, value = key.repeat_interleave(group, 1), value.repeat_interleave(group, 1)
        scores = query @ key.transpose(2, 3) / math.sqrt(hd)
        hidden = torch.triu(torch.ones(S, S, dtype=torch.bool), 1)
        probabilities = scores.masked_fill(hidden, -math.inf).softmax(-1)
        mixed = (probabilities @ value).transpose(1, 2).reshape(B * S, self.heads * hd)
        return self.linear(mixed, prefix + "proj")

    def mlp(self, x, prefix):
        up = self.linear(x, prefix + "up")
        if self.llama:
            gate, up = up.split(self.d_ffn, -1)
            return self.linear(functional.silu(gate) * up, prefix + "down")
        form = "none" if self.exact_gelu else "tanh"
        return self.linear(functional.gelu(up, approximate=form), prefix + "down")

    def blocks(self, x):
        for layer in range(1, self.layers + 1):
            prefix = f"layer{layer}."
            x = x + self.attention(self.norm(x, prefix + "norm1"), prefix)
            x = x + self.mlp(self.norm(x, prefix + "norm2"), prefix)
        return x


class Record:
    def __init__(self, path):
        self.file = open(path, "wb")
        self.file.write(b"sublinear arrays 1\n")

    def add(self, name, array):
        array = np.asarray(array)
        self.file.write(f"{name} {array.ndim}{''.join(f' {extent}' for extent in array.shape)}\n".encode())
        self.file.write(np.ascontiguousarray(array, dtype="<f4").tobytes())


def detached(tensor):
    return tensor.detach().numpy()


def write(name, model):
    record = Record(pathlib.Path(__file__).with_name(name + ".bin"))
    for field in ("llama", "layers", "d_model", "d_ffn", "heads", "kv_heads", "head_dim", "batch", "sequence",
                  "vocab", "tied"):
        record.add(field, int(getattr(model, field)))
    record.add("seed", SEED)
    rows = model.batch * model.sequence
    for weight, values in model.weights.items():
        record.add(weight, detached(values))

    if model.vocab:
        drawn = words("tokens", model.batch * (model.sequence + 1))
        tokens = (drawn * np.uint64(model.vocab) >> np.uint64(32)).astype(np.int64)
        tokens = torch.tensor(tokens.reshape(model.batch, model.sequence + 1))
        record.add("tokens", tokens[:, :-1].numpy())

        def forward():
            x = model.weights["wte"][tokens[:, :-1].reshape(-1)]
            if not model.llama:
                x = x + model.weights["wpe"].repeat(model.batch, 1)
            x = model.norm(model.blocks(x), "final_norm")
            logits = x @ (model.weights["wte"].T if model.tied else model.weights["head.weight"])
            return logits, functional.cross_entropy(logits, tokens[:, 1:].reshape(-1))
    else:
        x0 = torch.tensor(normals("input", (rows, model.d_model)), dtype=torch.float64, requires_grad=True)
        share = normals("stack loss", (rows, model.d_model)) * np.float32(1 / rows)
        share = torch.tensor(share, dtype=torch.float64)
        record.add("x0", detached(x0))

        def forward():
            x = model.blocks(x0)
            return x, (x * share).sum()

    optimizer = torch.optim.AdamW(model.weights.values())
    losses = []
    for step in range(STEPS):
        optimizer.zero_grad()
        output, loss = forward()
        loss.backward()
        losses.append(loss.item())
        if step == 0:
            record.add("output", detached(output))
            if not model.vocab:
                record.add("d_x0", detached(x0.grad))
            for weight, values in model.weights.items():
                record.add("d_" + weight, detached(values.grad))
            if not model.llama:
                model.exact_gelu = True
                record.add("output_with_exact_gelu", detached(forward()[0]))
                model.exact_gelu = False
        optimizer.step()
    record.add("losses", losses)
    for weight, values in model.weights.items():
        record.add("after_" + weight, detached(values))


write("gpt2_stack", Model(False, 2, 12, 20, 2, 2, 6, 2, 7))
write("llama_stack", Model(True, 2, 12, 18, 4, 2, 4, 2, 7))
write("gpt2_model", Model(False, 2, 10, 16, 2, 2, 5, 3, 5, vocab=23))
write("llama_model", Model(True, 2, 10, 14, 2, 1, 6, 3, 5, vocab=23, tied=False))
