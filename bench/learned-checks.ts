/**
 * Measures how well learned checks find one label against the rest, with labels found as a user would: one example,
 * its neighbors, then the least certain. Usage: learned-checks.ts <folder with the embedding model> <file.tsv> [labels].
 * A row is a text and its label, separated by a tab. Every third text is held out. Prints one line of JSON a set.
 */
import { readFileSync } from "node:fs";
import { canLearn, type LabeledText, type LearnedText, learn } from "../src/checks/learned/learn.ts";
import { firstPass, type LearnedModel, probabilityBy } from "../src/checks/learned/learned-model.ts";
import { nextExamples } from "../src/checks/learned/next-examples.ts";
import { createEmbedder } from "../src/platform/embeddings/embedder.ts";

interface Row extends LearnedText {
  readonly label: string;
}

const [folder = "models", path = "", labelCount = "20"] = process.argv.slice(2);
const budgets = [30, 60, 120];
const perRound = 10;
const http = { send: () => Promise.reject(new Error("the model is read from the folder")) };
const embedder = createEmbedder({ isOn: true, folder, http, onLost: () => undefined, now: Date.now });
const rows = await rowsOf(path);
await embedder.close();
const held = rows.filter((_, at) => at % 3 === 2);
const pool = rows.filter((_, at) => at % 3 !== 2);
const counts = [...Map.groupBy(pool, ({ label }) => label)].toSorted(([, one], [, other]) => other.length - one.length);
const labels = counts.slice(0, Number(labelCount)).map(([label]) => label);
for (const usesMeaning of [true, false]) {
  const scores = new Map<number, number[]>(budgets.map((budget) => [budget, []]));
  const learnMs: number[] = [];
  const clear: number[] = [];
  for (const label of labels) measure(label, { usesMeaning, scores, learnMs, clear });
  const f1 = Object.fromEntries(
    [...scores].map(([budget, of]) => [budget, { n: of.length, mean: mean(of), median: median(of) }]),
  );
  const times = { learnMsMedian: median(learnMs), learnMsMax: Math.max(...learnMs) };
  print({
    set: path.split("/").at(-1),
    pool: pool.length,
    heldOut: held.length,
    usesMeaning,
    f1,
    ...times,
    firstPassClear: mean(clear),
  });
}
measureFirstPass();

interface Measured {
  readonly usesMeaning: boolean;
  readonly scores: ReadonlyMap<number, number[]>;
  readonly learnMs: number[];
  readonly clear: number[];
}

function measure(label: string, { usesMeaning, scores, learnMs, clear }: Measured): void {
  const shown = ({ text, vector }: Row): LearnedText => (usesMeaning && vector ? { text, vector } : { text });
  const first = pool.find((row) => row.label === label);
  if (!first) return;
  const marked: LabeledText[] = [{ ...shown(first), isYes: true }];
  let open = pool.filter((row) => row !== first);
  let model: LearnedModel | undefined;
  for (const budget of budgets) {
    while (marked.length < budget && open.length > 0) {
      const limit = Math.min(perRound, budget - marked.length);
      const yes = marked.filter(({ isYes }) => isYes);
      const offered = new Set(nextExamples({ pool: open.map(shown), yes, limit, ...(model ? { model } : {}) }));
      const answered = open.filter((_, at) => offered.has(at));
      marked.push(...answered.map((row) => ({ ...shown(row), isYes: row.label === label })));
      open = open.filter((_, at) => !offered.has(at));
      if (!canLearn(marked)) continue;
      const from = performance.now();
      const learned = learn(marked, open.map(shown));
      learnMs.push(performance.now() - from);
      model = learned.model;
      if (marked.length === 120) clear.push(learned.firstPass.clear);
    }
    if (model) scores.get(budget)?.push(f1Of(label, model, shown));
  }
}

function f1Of(label: string, model: LearnedModel, shown: (row: Row) => LearnedText): number {
  let [hits, found, wanted] = [0, 0, 0];
  for (const row of held) {
    const { probability, isClear, grams } = firstPass(model, row.text);
    const { vector } = shown(row);
    const decided = !isClear && model.full && vector ? probabilityBy(model.full, grams, vector) : probability;
    if (row.label === label) wanted++;
    if (decided >= 0.5) found++;
    if (decided >= 0.5 && row.label === label) hits++;
  }
  return wanted + found === 0 ? 1 : (2 * hits) / (wanted + found);
}

function measureFirstPass(): void {
  const { model } = learn(
    pool.map(({ text, label }, at) => ({ text, isYes: label === labels[0] || at === 0 })).slice(0, 120),
  );
  const texts = Array.from({ length: 20 }, () => rows.map(({ text }) => text)).flat();
  for (const text of texts) firstPass(model, text);
  const from = performance.now();
  for (const text of texts) firstPass(model, text);
  print({
    firstPassUs: ((performance.now() - from) * 1000) / texts.length,
    characters: mean(rows.map(({ text }) => text.length)),
  });
}

async function rowsOf(file: string): Promise<readonly Row[]> {
  const read = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  const embedded = await embedder.embed(read.map(([text = ""]) => text));
  if (embedded.kind === "unavailable") throw new Error(embedded.reason);
  return read.map(([text = "", label = ""], at) => ({
    text,
    label,
    vector: embedded.vectors[at] ?? new Float32Array(),
  }));
}

function mean(of: readonly number[]): number {
  return of.reduce((sum, one) => sum + one, 0) / of.length;
}

function median(of: readonly number[]): number {
  const sorted = of.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function print(line: Readonly<Record<string, unknown>>): void {
  console.log(
    JSON.stringify(line, (_, value: unknown) => (typeof value === "number" ? Math.round(value * 1000) / 1000 : value)),
  );
}
