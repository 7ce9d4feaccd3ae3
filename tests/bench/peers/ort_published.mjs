// ONNX Runtime peer: times passes of a model that torch_published.py exported, over ids.
//   npm install --ignore-scripts onnxruntime-node@1.20.1
//   node ort_published.mjs FILE.onnx TOKENS WORDS [threads=2] [steps=7]
// Prints one JSON object: seconds is the median of the counted steps, two come before them.
import { createRequire } from "node:module";
const ort = createRequire(process.cwd() + "/")("onnxruntime-node");
const [file, tokens, words, threads = "2", steps = "7"] = process.argv.slice(2);
const session = await ort.InferenceSession.create(file, { intraOpNumThreads: +threads, graphOptimizationLevel: "all" });
const numbers = BigInt64Array.from({ length: +tokens }, (_, i) => BigInt((i * 7919 + 13) % +words));
const feed = { ids: new ort.Tensor("int64", numbers, [1, +tokens]) };
const times = [];
for (let step = -2; step < +steps; ++step) {
  const start = performance.now();
  await session.run(feed);
  if (step >= 0) times.push((performance.now() - start) / 1000);
}
times.sort((a, b) => a - b);
const seconds = times[times.length >> 1];
console.log(JSON.stringify({ peer: "onnxruntime 1.20.1", tokens: +tokens, threads: +threads, seconds, tokens_per_s: +tokens / seconds }));
