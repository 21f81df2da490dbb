"""Trains Boreal Mini on conversations that data/mix.py draws afresh, and writes it as GGUF.

usage: train.py tokenizer OUT.json
       train.py train --work DIR --seconds S [--init FILE] [--lr X] [--more faq=3,tools=2] [--device cpu]
       train.py average OUT.gguf --init FIRST.gguf --other SECOND.gguf --part 0.25
"""

import argparse
import json
import multiprocessing as mp
import os
import queue
import random
import threading
import time

import numpy as np

import batches
import export_gguf
from batches import END, START

HERE = os.path.dirname(os.path.abspath(__file__))
KEEP_MAX = 2000
KEEP_MIN = 100
READY_MAX = 100
HELD_ANSWER_MAX = 32


# ---------- tokenizer ----------
def sample_texts(args):
    import mix

    seed, n = args
    r, out = random.Random(10_000 + seed), []
    for _ in range(n):
        for kind, v in mix.render(mix.conversation(r)):
            if kind == 'x':
                out.append(v)
            elif kind == 'A':
                out.append(batches.written(v))
            elif r.random() < 0.05:
                out.append(v.replace('<|im_end|>', '').replace('<|im_start|>', ''))
    return out


def make_tokenizer(path, n=160_000, processes=14):
    from network import CONFIG
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    with mp.Pool(processes) as pool:
        texts = [t for part in pool.map(sample_texts, [(s, n // processes) for s in range(processes)]) for t in part]
    tok = Tokenizer(models.BPE())
    # llama.cpp's "smollm": digits one by one, then GPT-2's rule
    tok.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tok.decoder = decoders.ByteLevel()
    tok.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            vocab_size=CONFIG['vocab'],
            min_frequency=2,
            special_tokens=['<|endoftext|>', '<|im_start|>', '<|im_end|>'],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    tok.save(path)
    print('tokenizer', tok.get_vocab_size(), 'from', len(texts), 'texts')


# ---------- training ----------
class Feed:
    """Batches from the workers. A batch that was seen comes again only while the workers are behind."""

    def __init__(self, a, length):
        # A pipe holds less than one batch and looks empty between two, so a thread reads it ahead.
        self.pipe, self.ready = mp.Queue(a.workers), queue.Queue(READY_MAX)
        self.kept, self.repeated, self.waited, self.r = [], 0, 0.0, random.Random(a.seed)
        seeds = [1_000_003 * a.seed + 7919 * i for i in range(a.workers)]
        args = [(seed, a.tokenizer, (a.batch, length), self.pipe, times(a.more)) for seed in seeds]
        self.processes = [mp.Process(target=batches.worker, args=x, daemon=True) for x in args]
        for p in self.processes:
            p.start()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            self.ready.put(self.pipe.get())

    def next(self):
        if self.ready.empty() and len(self.kept) >= KEEP_MIN:
            self.repeated += 1
            return self.r.choice(self.kept)
        begun = time.time()
        batch = self.ready.get(timeout=300)
        self.waited += time.time() - begun
        if len(self.kept) < KEEP_MAX:
            self.kept.append(batch)
        else:
            self.kept[self.r.randrange(KEEP_MAX)] = batch
        return batch

    def stop(self):
        for p in self.processes:
            p.terminate()


def times(more):
    """`faq=3,tools=2` as a table."""
    return {name: float(n) for name, n in (part.split('=') for part in more.split(',') if part)}


def optimizers(model, lr, device='cuda'):
    import torch

    if device == 'cpu':
        # Muon's own products would take longer than a small batch.
        return [torch.optim.AdamW(model.parameters(), lr=lr, betas=(0.9, 0.98), weight_decay=0.0, fused=True)]
    matrix = lambda n, p: p.dim() == 2 and 'emb' not in n
    mats = [p for n, p in model.named_parameters() if matrix(n, p)]
    rest = [p for n, p in model.named_parameters() if not matrix(n, p)]
    return [
        torch.optim.AdamW(rest, lr=lr, betas=(0.9, 0.95), weight_decay=0.0),
        torch.optim.Muon(mats, lr=lr, weight_decay=0.05, momentum=0.95, adjust_lr_fn='match_rms_adamw'),
    ]


def targets(tokens, weights, docs, user):
    """What each place shall foretell, and how much it counts; never across two conversations."""
    import torch

    nxt = torch.roll(weights, -1, 1)
    same = torch.roll(docs, -1, 1) == docs
    weight = torch.where(nxt == 2, 1.0, torch.where(nxt == 1, user, 0.0)) * same
    weight[:, -1] = 0
    return torch.roll(tokens, -1, 1), weight


def ask_held(model, a, held):
    """Says how many of the wordings that were held back are answered rightly."""
    import written

    outcomes = written.judged(held, answers(model, a, [question for _, question, _, _ in held], HELD_ANSWER_MAX))
    print(f'held back: {len(held)} asked, {outcomes["right"]} right, {outcomes["other"]} something else', flush=True)


def train(a):
    import torch
    from network import CONFIG, Model
    from torch.nn.attention.flex_attention import create_block_mask

    begun = time.time()
    os.makedirs(a.work, exist_ok=True)
    torch.set_float32_matmul_precision('high')
    torch.manual_seed(a.seed)
    config = {**CONFIG, 'layers': a.layers, 'ffn': a.ffn, 'bits': a.bits, 'context': a.context, 'dropout': a.dropout}
    L = config['context']
    import written

    # Before the workers are forked, so that none of them draws these.
    held = written.hold_back(random.Random(a.seed), a.hold) if a.hold else []
    feed = Feed(a, L)
    model = Model(config).to(a.device)
    if a.init and a.init.endswith('.pt'):
        model.load_state_dict(torch.load(a.init))
    elif a.init:
        export_gguf.load(a.init, model)
    print('parameters', sum(p.numel() for p in model.parameters()))
    opts = optimizers(model, a.lr, a.device)
    gpu = a.device == 'cuda'
    fast, make_mask = (torch.compile(model), torch.compile(create_block_mask)) if gpu else (model, None)
    step, seen, since, kept = 0, 0, time.time(), time.time()
    places = int(a.batch * L * a.scored)
    while (p := (time.time() - begun) / a.seconds) < 1:
        tokens, weights, docs = (
            torch.from_numpy(x.astype(np.int64 if i == 0 else np.int32)).to(a.device, non_blocking=True)
            for i, x in enumerate(feed.next())
        )
        target, weight = targets(tokens, weights, docs, a.user)
        mask = (
            make_mask(lambda b, h, i, j: (docs[b, i] == docs[b, j]) & (i >= j), a.batch, None, L, L, device=a.device)
            if gpu
            else (docs[:, None, :, None] == docs[:, None, None, :]).tril()
        )
        lr = a.lr * min(1, (step + 1) / a.warm) * (1 if p < a.decay else (1 - p) / (1 - a.decay))
        for o in opts:
            for g in o.param_groups:
                g['lr'] = lr
        with torch.autocast(a.device, torch.bfloat16):
            loss, ce, right = fast(tokens, target, weight, mask, places)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for o in opts:
            o.step()
            o.zero_grad(set_to_none=True)
        step, seen = step + 1, seen + a.batch * L
        if step <= 3 or step % 100 == 0:
            print(
                f'step {step} t {time.time() - begun:.0f} ce {ce.item():.4f} right {right.item():.4f} lr {lr:.2e} {seen / (time.time() - since) / 1e3:.0f}k tok/s waited {feed.waited:.0f}s repeated {feed.repeated}',
                flush=True,
            )
            if step == 3:
                seen, since = 0, time.time()
        if time.time() - kept > a.keep:
            export_gguf.save(model.state_dict(), a.tokenizer, os.path.join(a.work, 'so-far.gguf'), config)
            kept = time.time()
    feed.stop()
    # In full precision, to go on from.
    torch.save(model.state_dict(), os.path.join(a.work, 'boreal-mini.pt'))
    export_gguf.save(model.state_dict(), a.tokenizer, os.path.join(a.work, 'boreal-mini.gguf'), config)
    print(f'{step} steps, {step * a.batch * L / 1e6:.0f} million tokens, {time.time() - begun:.0f} s', flush=True)
    sample(model, a)
    if held:
        ask_held(model, a, held)


ASK = [
    'What is the capital of Germany?',
    'Kolik je 7x9?',
    'Is ice hot or cold?',
    'Kdo napsal Babičku?',
    'Explain quantum gravity.',
    'Kdo byl Jan Neruda?',
    'What does error 429 mean?',
    'Which is heavier, a feather or a car?',
    'What do people pay with in Vienna?',
    'Co znamená německé slovo Hund?',
    'Tell me a joke',
]


def answers(model, a, questions, most=120):
    """What the model says when it takes the likeliest token each time. Questions of one length go together."""
    import torch
    from tokenizers import Tokenizer

    tok = Tokenizer.from_file(a.tokenizer)
    model.eval()
    code = lambda s: tok.encode(s).ids
    prompts = [[START] + code('user\n') + code(q) + [END] + code('\n') + [START] + code('assistant\n') for q in questions]
    out = {}
    for n in sorted({len(p) for p in prompts}):
        at = [i for i, p in enumerate(prompts) if len(p) == n]
        ids = torch.tensor([prompts[i] for i in at], device=a.device)
        with torch.no_grad(), torch.autocast(a.device, torch.bfloat16):
            while ids.shape[1] < n + most and not (ids[:, n:] == END).any(1).all():
                h = model.hidden(ids, None)[:, -1]
                ids = torch.cat((ids, (h @ model.emb.weight.T.to(h.dtype)).argmax(-1, keepdim=True)), 1)
        for i, row in zip(at, ids[:, n:].tolist()):
            out[i] = tok.decode(row[: row.index(END)] if END in row else row)
    return [out[i] for i in range(len(questions))]


def sample(model, a):
    """A few answers, to see at once whether a run went well; those to the questions of a file go into the folder."""
    for question, answer in zip(ASK, answers(model, a, ASK)):
        print(repr(question), '->', repr(answer), flush=True)
    if a.test:
        with open(a.test, encoding='utf-8') as f:
            questions = [json.loads(line) for line in f]
        said = answers(model, a, [q['ask'] for q in questions])
        with open(os.path.join(a.work, 'answers.jsonl'), 'w', encoding='utf-8') as f:
            f.writelines(json.dumps({**q, 'answer': text}, ensure_ascii=False) + '\n' for q, text in zip(questions, said))


def average(a):
    """The mean of two files, one of which went on from the other. It answers new questions better than either."""
    from network import CONFIG, Model

    states = []
    for path in (a.init, a.other):
        model = Model(CONFIG)
        export_gguf.load(path, model)
        states.append(model.state_dict())
    first, second = states
    mean = {name: a.part * first[name] + (1 - a.part) * second[name] for name in first}
    export_gguf.save(mean, a.tokenizer, a.out, CONFIG)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('mode', choices=['tokenizer', 'train', 'average'])
    p.add_argument('out', nargs='?', default='tokenizer.json')
    p.add_argument('--work', default='work')
    p.add_argument('--tokenizer', default=os.path.join(HERE, 'tokenizer.json'))
    p.add_argument('--init', help='a GGUF of this model, or a .pt of an earlier run, to go on from')
    p.add_argument('--other', help='the second file of a mean')
    p.add_argument('--part', type=float, default=0.25, help='how much of a mean is the first file')
    p.add_argument('--more', default='', help='domains to draw more often, such as faq=3,tools=2')
    p.add_argument('--warm', type=int, default=150, help='steps in which the rate rises')
    p.add_argument('--seconds', type=float, default=560)
    p.add_argument('--keep', type=float, default=300, help='seconds after which the weights so far are written, each time')
    p.add_argument('--lr', type=float, default=2e-3)
    p.add_argument('--decay', type=float, default=0.55, help='the part of the time after which the rate falls to 0')
    p.add_argument('--batch', type=int, default=48)
    p.add_argument('--workers', type=int, default=14)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--device', default='cuda')
    p.add_argument('--dropout', type=float, default=0.0, help='the part of what layers add that is left out by chance')
    # A model that can foretell a question knows its words.
    p.add_argument('--user', type=float, default=0.05, help="how much a token of the users' text counts")
    p.add_argument('--scored', type=float, default=0.5, help="the part of a row's tokens that is scored; about two fifths are the assistant's")
    p.add_argument('--hold', type=float, default=0.0, help='of how many written facts a wording is held back, and asked at the end')
    p.add_argument('--test', help='questions, a JSON object with "ask" a line, that are asked at the end')
    p.add_argument('--layers', type=int, default=8)
    p.add_argument('--ffn', type=int, default=1536)
    p.add_argument('--bits', type=int, choices=[4, 8], default=8, help='of the matrices in the file; 4 are trained as rounded')
    p.add_argument('--context', type=int, default=2048)
    a = p.parse_args()
    if a.mode == 'tokenizer':
        make_tokenizer(a.out)
    elif a.mode == 'average':
        average(a)
    else:
        train(a)


if __name__ == '__main__':
    mp.set_start_method('fork')
    main()
