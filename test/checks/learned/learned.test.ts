import fc from "fast-check";
import { expect, test } from "vitest";
import { fitCalibration, probabilityOf } from "../../../src/checks/learned/calibration.ts";
import { decidingPhrases } from "../../../src/checks/learned/deciding-phrases.ts";
import { canLearn, type LabeledText, learn } from "../../../src/checks/learned/learn.ts";
import { firstPass, probabilityBy } from "../../../src/checks/learned/learned-model.ts";
import { fitRegression } from "../../../src/checks/learned/logistic-regression.ts";
import { nextExamples } from "../../../src/checks/learned/next-examples.ts";
import { gramProduct, gramSlots, gramsOf, weigh } from "../../../src/checks/learned/text-grams.ts";
import { figuresAt, thresholdFor } from "../../../src/checks/learned/thresholds.ts";

const cities = ["Oslo", "Rome", "Paris", "Lima", "Cairo", "Quito", "Delhi", "Kyoto", "Perth", "Turin"];
const refunds = cities.flatMap((city) => [
  `I want a refund for my order to ${city}`,
  `give me my money back for ${city}`,
]);
const others = cities.flatMap((city) => [`what is the weather in ${city}`, `book a table in ${city} tonight`]);
const labels: readonly LabeledText[] = [
  ...refunds.map((text) => ({ text, isYes: true })),
  ...others.map((text) => ({ text, isYes: false })),
];
/** A made-up embedding of two dimensions: what a text is about. */
const meaningOf = (text: string): Float32Array =>
  /refund|money/.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1);
const embedded = labels.map((label) => ({ ...label, vector: meaningOf(label.text) }));

const units = ["a", "b", "R", "7", " ", "’", "-", "İ", "ß", "ﬁ", "漢", "ع", "e\u0301", "👩‍👧", "\ud800", "\u200b"];
const anyText = fc.array(fc.constantFrom(...units), { maxLength: 200 }).map((of) => of.join(""));

test("n-grams have length 1, ascending slots within range, and do not depend on earlier calls", () => {
  fc.assert(
    fc.property(anyText, fc.string(), (text, other) => {
      const { slots, values } = gramsOf(text);
      gramsOf(other);
      const again = gramsOf(text);
      expect(Buffer.from(again.slots.buffer).equals(Buffer.from(slots.buffer))).toBe(true);
      expect(Buffer.from(again.values.buffer).equals(Buffer.from(values.buffer))).toBe(true);
      expect(slots.every((slot, at) => at === 0 || slot > (slots[at - 1] ?? slot))).toBe(true);
      const length = Math.hypot(...values);
      expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
    }),
  );
});

test("the product of two sparse vectors is that of the dense ones", () => {
  fc.assert(
    fc.property(fc.lorem(), fc.lorem(), (one, other) => {
      const dense = new Float32Array(gramSlots);
      const { slots, values } = gramsOf(other);
      for (const [at, slot] of slots.entries()) dense[slot] = values[at] ?? 0;
      expect(gramProduct(gramsOf(one), gramsOf(other))).toBeCloseTo(weigh(gramsOf(one), dense), 5);
    }),
  );
});

test.each([
  ["the same words", "refund please", "refund please", 0.99],
  ["another case and form", "REFUND please", "refund, please", 0.99],
  ["a misspelling", "refnud my order", "refund my order", 0.4],
] as const)("%s are similar", (_, one, other, least) => {
  expect(gramProduct(gramsOf(one), gramsOf(other))).toBeGreaterThanOrEqual(least);
});

test("unrelated texts are not similar", () => {
  expect(Math.abs(gramProduct(gramsOf("refund my order"), gramsOf("sunny weather tomorrow")))).toBeLessThan(0.2);
});

test("the influences of a regression fulfil its optimality condition: influence = limit · σ(−margin)", () => {
  const example = fc.record({
    point: fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
    isYes: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(example, { minLength: 2, maxLength: 20 }), (points) => {
      const size = points.length;
      const products = Float64Array.from({ length: size * size }, (_, at) => {
        const pointOf = (row: number) => points[row]?.point ?? ([0, 0] as const);
        const [one, other] = [pointOf(Math.floor(at / size)), pointOf(at % size)];
        return 1 + one[0] * other[0] + one[1] * other[1];
      });
      const { influences } = fitRegression(
        { size, products },
        points.map(({ isYes }, row) => ({ row, isYes })),
        2,
      );
      const yes = points.filter(({ isYes }) => isYes).length;
      for (const [row, { isYes }] of points.entries()) {
        let score = 0;
        for (let other = 0; other < size; other++)
          score += (influences[other] ?? 0) * (products[row * size + other] ?? 0);
        const sign = isYes ? 1 : -1;
        const limit = size / (isYes ? yes : size - yes);
        expect(((influences[row] ?? 0) * sign) / limit).toBeCloseTo(1 / (1 + Math.exp(sign * score)), 2);
      }
    }),
  );
});

test("a calibrated probability rises with the score and meets the shares of the labels", () => {
  const shares = [
    [-2, 1],
    [0, 5],
    [2, 9],
  ] as const;
  const scored = shares.flatMap(([score, yes]) => Array.from({ length: 10 }, (_, at) => ({ score, isYes: at < yes })));
  const calibration = fitCalibration(scored);
  for (const [score, yes] of shares) expect(probabilityOf(calibration, score)).toBeCloseTo(yes / 10, 1);
});

test("scores that contradict the labels are not turned around", () => {
  const calibration = fitCalibration([
    { score: 3, isYes: false },
    { score: 2, isYes: false },
    { score: -3, isYes: true },
  ]);
  expect(probabilityOf(calibration, 3)).toBeGreaterThanOrEqual(probabilityOf(calibration, -3));
});

test.each([
  ["with embeddings", embedded],
  ["with n-grams alone", labels],
] as const)("learns to tell requests apart, %s", (_, given) => {
  const { model, outOfFold } = learn(given);
  expect(outOfFold.map((probability) => probability >= 0.5)).toEqual(given.map(({ isYes }) => isYes));
  const text = "please refund my ticket to Bern";
  const { probability, grams } = firstPass(model, text);
  expect(probability).toBeGreaterThan(0.5);
  if (model.full) expect(probabilityBy(model.full, grams, meaningOf(text))).toBeGreaterThan(0.5);
});

test("the same labels give the same model", () => {
  expect(learn(embedded)).toEqual(learn(embedded));
});

test("without embeddings the n-grams decide every text", () => {
  const { model } = learn(labels);
  expect(model.full).toBeUndefined();
  expect(firstPass(model, "something else entirely").isClear).toBe(true);
});

test("unlabeled texts teach the first pass words that no label holds", () => {
  const unlabeled = cities.flatMap((city) => [
    { text: `reimburse the trip to ${city}`, vector: Float32Array.of(1, 0) },
    { text: `train times for ${city}`, vector: Float32Array.of(0, 1) },
  ]);
  const [untaught, taught] = [learn(embedded), learn(embedded, unlabeled)];
  const text = "reimburse us";
  expect(firstPass(taught.model, text).probability).toBeGreaterThan(firstPass(untaught.model, text).probability);
  expect(taught.firstPass).toMatchObject({ of: labels.length + unlabeled.length });
  expect(taught.firstPass.disagreement).toBeLessThanOrEqual(0.02);
});

test("both answers must occur among the labels", () => {
  expect([canLearn([]), canLearn(labels.slice(0, 3)), canLearn(labels)]).toEqual([false, false, true]);
});

test("figures of a threshold come with intervals", () => {
  const scored = [0.9, 0.8, 0.7, 0.2].map((score, at) => ({ score, isYes: at !== 2 }));
  const figures = figuresAt(0.5, scored);
  expect(figures.precision).toMatchObject({ value: 2 / 3, of: 3 });
  expect(figures.recall).toMatchObject({ value: 2 / 3, of: 3 });
  expect(figures.precision?.low).toBeCloseTo(0.208, 3);
  expect(figures.precision?.high).toBeCloseTo(0.939, 3);
  expect([thresholdFor(0.9, scored), thresholdFor(0.6, scored), thresholdFor(0.9, scored.slice(2))]).toEqual([
    0.8,
    0.2,
    undefined,
  ]);
});

test("the phrases that decide are those of the labels, with their counts", () => {
  const { model } = learn(labels);
  const { forYes, forNo } = decidingPhrases(model.first, labels, 12);
  expect(forYes.map(({ phrase }) => phrase)).toContain("refund");
  expect(forYes.find(({ phrase }) => phrase === "refund")).toMatchObject({ yes: 10, no: 0 });
  expect(forNo.map(({ phrase }) => phrase)).toContain("weather");
  expect(forNo.every(({ weight }) => weight < 0)).toBe(true);
});

test("the first examples offered are neighbors of the first one, and others at random", () => {
  const pool = [...others, ...refunds.slice(1)].map((text) => ({ text }));
  const offered = nextExamples({ pool, yes: [{ text: refunds[0] ?? "" }], limit: 15 });
  expect(pool[offered[0] ?? 0]?.text).toMatch(/refund/);
  expect(new Set(offered).size).toBe(15);
  expect(offered.some((at) => at < others.length)).toBe(true);
});

test("later ones are the least certain, and no two nearly the same", () => {
  const { model } = learn(labels);
  const pool = ["refund the table in Oslo", "refund the table in Oslo!", "I want a refund for my order to Bonn"].map(
    (text) => ({ text }),
  );
  const offered = nextExamples({ pool, yes: labels.filter(({ isYes }) => isYes), model, limit: 2 });
  expect(offered).toHaveLength(2);
  expect(offered).not.toEqual(expect.arrayContaining([0, 1]));
});
