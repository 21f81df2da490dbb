"""The network: a Llama of 29 million parameters, written so that its weights fit llama.cpp as they are."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.attention.flex_attention import flex_attention

CONFIG = dict(dim=512, layers=8, heads=8, kv_heads=4, ffn=1536, vocab=8192, context=2048, eps=1e-5, theta=10000.0, bits=8, dropout=0.0)
# Keeps the logits of a sure token near 0, where a repeat penalty cannot move it.
Z_LOSS = 2e-3


def rope(x, cos, sin):
    """Neighbours turn together, as llama.cpp does for this architecture."""
    a, b = x[..., 0::2].float(), x[..., 1::2].float()
    return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2).to(x.dtype)


def rounded(w):
    """What a file of 4 bits keeps of a matrix (Q4_0: blocks of 32, a scale and 16 steps). The gradient passes unrounded."""
    x = w.detach().float().view(-1, 32)
    scale = (x.gather(1, x.abs().argmax(1, keepdim=True)) / -8).half().float()
    y = torch.where(scale == 0, 0.0, torch.round(x / scale).clamp(-8, 7) * scale).view_as(w)
    return w + (y - w).detach()


class Linear(nn.Linear):
    """Computes with the weights as the file will have them; at 8 bits rounding costs nothing and is left out."""

    def __init__(self, a, b, bits):
        super().__init__(a, b, bias=False)
        self.bits = bits

    def forward(self, x):
        return F.linear(x, rounded(self.weight) if self.bits == 4 else self.weight)


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.heads, self.kv_heads, self.head_dim = c['heads'], c['kv_heads'], c['dim'] // c['heads']
        d, kv, bits = c['dim'], c['kv_heads'] * self.head_dim, c['bits']
        self.n1, self.n2 = nn.RMSNorm(d, eps=c['eps']), nn.RMSNorm(d, eps=c['eps'])
        self.q, self.k, self.v = Linear(d, d, bits), Linear(d, kv, bits), Linear(d, kv, bits)
        self.o = Linear(d, d, bits)
        self.gate, self.up = Linear(d, c['ffn'], bits), Linear(d, c['ffn'], bits)
        self.down = Linear(c['ffn'], d, bits)
        self.drop = nn.Dropout(c['dropout'])

    def forward(self, x, cos, sin, mask):
        B, L, d = x.shape
        h = self.n1(x)
        q = rope(self.q(h).view(B, L, self.heads, self.head_dim), cos, sin).transpose(1, 2)
        k = rope(self.k(h).view(B, L, self.kv_heads, self.head_dim), cos, sin).transpose(1, 2)
        v = self.v(h).view(B, L, self.kv_heads, self.head_dim).transpose(1, 2)
        if mask is None:
            a = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        elif isinstance(mask, torch.Tensor):
            a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)
        else:
            a = flex_attention(q, k, v, block_mask=mask, enable_gqa=True)
        x = x + self.drop(self.o(a.transpose(1, 2).reshape(B, L, d)))
        h = self.n2(x)
        return x + self.drop(self.down(F.silu(self.gate(h)) * self.up(h)))


class Model(nn.Module):
    def __init__(self, c=CONFIG):
        super().__init__()
        self.emb = nn.Embedding(c['vocab'], c['dim'])
        self.blocks = nn.ModuleList(Block(c) for _ in range(c['layers']))
        self.norm = nn.RMSNorm(c['dim'], eps=c['eps'])
        self.drop = nn.Dropout(c['dropout'])
        half = c['dim'] // c['heads']
        turn = torch.arange(c['context']).float()[:, None] * c['theta'] ** (-torch.arange(0, half, 2).float() / half)
        self.register_buffer('cos', turn.cos()[None, :, None], persistent=False)
        self.register_buffer('sin', turn.sin()[None, :, None], persistent=False)
        nn.init.normal_(self.emb.weight, std=0.02)
        for name, p in self.named_parameters():
            if p.dim() == 2 and 'emb' not in name:
                deep = math.sqrt(2 * c['layers']) if name.endswith(('o.weight', 'down.weight')) else 1
                nn.init.normal_(p, std=0.02 / deep)

    def hidden(self, ids, mask):
        x = self.drop(self.emb(ids))
        cos, sin = self.cos[:, : ids.shape[1]], self.sin[:, : ids.shape[1]]
        for block in self.blocks:
            x = block(x, cos, sin, mask)
        return self.norm(x)

    def forward(self, ids, target, weight, mask, places):
        """Loss, and for the assistant's tokens alone cross-entropy and how many were right. Only `places` are scored:
        those with the largest weight, which leaves out the template and padding and some of the users' text."""
        w, at = torch.topk(weight.flatten(), places, sorted=False)
        h = self.hidden(ids, mask).flatten(0, 1)[at]
        logits = F.linear(h, self.emb.weight).float()
        z = torch.logsumexp(logits, -1)
        want = target.flatten()[at]
        ce = z - logits.gather(1, want[:, None])[:, 0]
        main = (w == 1).float()
        right = (logits.argmax(-1) == want).float()
        loss = ((ce + Z_LOSS * z * z) * w).sum() / w.sum()
        return loss, (ce * main).sum().detach() / main.sum(), (right * main).sum().detach() / main.sum()
