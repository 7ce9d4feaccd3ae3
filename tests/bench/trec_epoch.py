#!/usr/bin/python3
"""Times one training epoch of TREC, MTSA's classification preset at width 300, in Headlight and in PyTorch by turns.

    tests/bench/trec_epoch.py CORPUS [--build build] [--pairs 5] [--threads 2]

CORPUS is the folder with TREC.train.all (datasets/get trec). Both train the same model on the same sentences: trained
embeddings of 300, two heads of 300 with forward and backward mask, fusion gates, source2token pooling, 300 hidden units;
batch 32, dropout 0.5 on every dense layer's input, Adam 0.001, L2 on matrices. PyTorch pads a batch to its longest
sentence. Start-up, reading and evaluation are outside of both times. Needs Debian's python3-torch.
"""
import argparse
import collections
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
BATCH, WIDTH, CLASSES = 32, 300, 6


def read(corpus):
    sentences, labels, names = [], [], {}
    words = collections.defaultdict(lambda: len(words) + 2)
    for line in (corpus / "TREC.train.all").read_text(encoding="latin-1").splitlines():
        label, *tokens = line.split()
        labels.append(names.setdefault(label, len(names)))
        sentences.append([words[token] for token in tokens])
    return sentences, labels, len(words) + 2


def torch_epoch(args):
    """Runs in a process of its own and prints its seconds and its number of parameters without embeddings."""
    import torch
    from torch import nn
    import torch.nn.functional as F

    class Mtsa(nn.Module):
        def __init__(self):
            super().__init__()
            matrix = lambda: nn.Parameter(torch.randn(2, WIDTH, WIDTH) / WIDTH ** 0.5)
            self.value = nn.Linear(WIDTH, 2 * WIDTH)
            self.query, self.key, self.source1, self.source2 = matrix(), matrix(), matrix(), matrix()
            self.bias1, self.bias2, self.gate_bias = (nn.Parameter(torch.zeros(2, 1, WIDTH)) for _ in range(3))
            self.gate = nn.Parameter(torch.randn(2, 2 * WIDTH, WIDTH) / (2 * WIDTH) ** 0.5)

        def forward(self, x, mask, drop):
            n = x.shape[1]
            v = F.relu(self.value(drop(x))).view(len(x), n, 2, WIDTH).transpose(1, 2)
            q, k = drop(v) @ self.query, drop(v) @ self.key
            i = torch.arange(n)
            visible = torch.stack([i[None, :] < i[:, None], i[None, :] > i[:, None]])
            e_dot = torch.sigmoid(q @ k.transpose(-1, -2) / WIDTH ** 0.5) * (visible & mask[:, None, None, :]).float()
            source = drop(F.relu(drop(v) @ self.source1 + self.bias1)) @ self.source2 + self.bias2
            e_source = torch.exp(source)
            s = (e_dot @ (e_source * v)) / (e_dot @ e_source).clamp_min(1e-30)
            g = torch.sigmoid(drop(torch.cat([v, s], -1)) @ self.gate + self.gate_bias)
            return (g * v + (1 - g) * s).transpose(1, 2).reshape(len(x), n, 2 * WIDTH)

    class Classifier(nn.Module):
        def __init__(self, words):
            super().__init__()
            self.embedding = nn.Embedding(words, WIDTH, padding_idx=0)
            nn.init.uniform_(self.embedding.weight, -0.05, 0.05)
            self.encoder = Mtsa()
            self.inner, self.outer = nn.Linear(2 * WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, 2 * WIDTH)
            self.hidden, self.output = nn.Linear(2 * WIDTH, WIDTH), nn.Linear(WIDTH, CLASSES, bias=False)

        def forward(self, ids):
            mask = ids != 0
            drop = lambda x: F.dropout(x, 0.5, self.training)
            h = self.encoder(self.embedding(ids), mask, drop)
            score = self.outer(drop(F.relu(self.inner(drop(h))))).masked_fill(~mask[..., None], -1e30)
            pooled = (score.softmax(1) * h).sum(1)
            return self.output(drop(F.relu(self.hidden(drop(pooled)))))

    torch.set_num_threads(args.threads)
    torch.manual_seed(1)
    sentences, labels, words = read(args.corpus)
    model = Classifier(words)
    matrices = [p for name, p in model.named_parameters() if p.dim() > 1 and "bias" not in name and "embedding" not in name]
    others = [p for name, p in model.named_parameters() if p.dim() == 1 or "bias" in name or "embedding" in name]
    optimizer = torch.optim.Adam([{"params": matrices, "weight_decay": 5e-5}, {"params": others}], lr=0.001)
    order = list(range(len(sentences)))
    random.Random(1).shuffle(order)

    def step(chosen):
        longest = max(len(sentences[k]) for k in chosen)
        ids = torch.tensor([sentences[k] + [0] * (longest - len(sentences[k])) for k in chosen])
        loss = F.cross_entropy(model(ids), torch.tensor([labels[k] for k in chosen]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    for begin in range(0, 3 * BATCH, BATCH):  # warm
        step(order[begin:begin + BATCH])
    start = time.perf_counter()
    for begin in range(0, len(order), BATCH):
        step(order[begin:begin + BATCH])
    seconds = time.perf_counter() - start
    count = sum(p.numel() for name, p in model.named_parameters() if "embedding" not in name)
    print(json.dumps({"seconds": seconds, "parameters": count}))


def headlight_epoch(args):
    program = HERE.parent.parent / args.build / "bin" / "headlight-cli"
    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/store.db"
        options = ["optimizer=adam", "learning_rate=0.001", "epochs=1"]
        subprocess.run([program, "train", "--model", "mtsa", "--recipe", "trec", "--data", args.corpus, "--store", store,
                        "--threads", str(args.threads)] + [part for option in options for part in ("--set", option)],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        run = json.loads(subprocess.run([program, "runs", "show", "1", "--json", "--store", store], check=True,
                                        stdout=subprocess.PIPE).stdout)
    return run["last"]["run.seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--build", default="build", help="build folder, relative to the repository")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--torch-epoch", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.torch_epoch:
        return torch_epoch(args)
    ours, theirs, parameters = [], [], set()
    for pair in range(args.pairs):
        ours.append(headlight_epoch(args))
        result = json.loads(subprocess.run([sys.executable, __file__, str(args.corpus), "--threads", str(args.threads),
                                            "--torch-epoch"], check=True, stdout=subprocess.PIPE).stdout)
        theirs.append(result["seconds"])
        parameters.add(result["parameters"])
        print(f"{pair + 1}/{args.pairs}: {ours[-1]:.2f} s, PyTorch {theirs[-1]:.2f} s", file=sys.stderr)
    ratios = [b / a for a, b in zip(ours, theirs)]
    print(f"One epoch of TREC, mtsa classification 2 × 300, batch 32, {args.threads} threads, {args.pairs} pairs; "
          f"{parameters.pop():,} parameters without embeddings in PyTorch\n")
    print("| Headlight s | PyTorch s | times faster | spread |\n|---|---|---|---|")
    print(f"| {statistics.median(ours):.2f} | {statistics.median(theirs):.2f} | {statistics.median(ratios):.2f} "
          f"| {min(ratios):.2f} to {max(ratios):.2f} |")


main()
