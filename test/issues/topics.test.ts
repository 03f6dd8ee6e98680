import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { joinTopic } from "../../src/issues/topics/join-topic.ts";
import { mayBeEnglish, requestText } from "../../src/issues/topics/request-text.ts";
import type { Topic, TopicText } from "../../src/issues/topics/topic.ts";
import { phrasesOf } from "../../src/issues/topics/topic-phrases.ts";
import { wordVector } from "../../src/issues/topics/word-vector.ts";
import { asIssueId } from "../../src/platform/ids.ts";
import { bCubed } from "../support/data/b-cubed.ts";
import { temporaryEmbedder } from "../support/engines/embedder.ts";

const folder = new URL("../fixtures/topics/", import.meta.url);

/** The requests of a set with their intents, in an order that has nothing to do with either. */
const requestsOf = (set: string, order: string) =>
  readFileSync(new URL(`${set}.tsv`, folder), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t") as [string, string])
    .map(([text, truth]) => ({ text, truth, key: createHash("sha256").update(`${order} ${text}`).digest("hex") }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));

const orders = ["a", "b", "c", "d", "e"];
const unlimited = { opened: 1000, openedAtMost: 1000, earnedWith: 1, remembered: 1000 };

function grouped(
  requests: readonly { readonly text: string; readonly truth: string }[],
  { vectors, limits }: { vectors?: ReadonlyMap<string, Float32Array>; limits?: typeof unlimited } = {},
) {
  let topics: readonly Topic[] = [];
  const found = requests.map(({ text, truth }, at) => {
    const meaning = vectors?.get(text);
    const own: TopicText = { words: wordVector(text), phrases: phrasesOf(text), ...(meaning ? { meaning } : {}) };
    const joined = joinTopic(topics, own, { newId: asIssueId(`topic ${at}`), at, ...(limits ? { limits } : {}) });
    topics = joined.topics;
    return { truth, group: joined.topic.id, issue: joined.topic.hasIssue ? joined.topic.id : "others" };
  });
  return { found, topics, measured: bCubed(found) };
}

/** The mean of B³ F over five orders of arrival. */
const meanOf = (set: string, vectors?: ReadonlyMap<string, Float32Array>) =>
  orders
    .map((order) => grouped(requestsOf(set, order), { limits: unlimited, ...(vectors ? { vectors } : {}) }).measured.f)
    .reduce((sum, f) => sum + f / orders.length, 0);

describe("requests that arrive one by one are grouped by intent", () => {
  test.each([
    ["banking77", 0.58],
    ["clinc150", 0.65],
  ])("of %s, by their words: B³ F is at least %d", (set, least) => {
    expect(meanOf(set)).toBeGreaterThanOrEqual(least);
  });

  const { embedder, isAvailable, close } = temporaryEmbedder();
  afterAll(close);

  test.each([
    ["banking77", 0.64],
    ["clinc150", 0.73],
  ])("of %s, by the embedding model: B³ F is at least %d", async (set, least) => {
    if (!(await isAvailable)) return;
    const texts = requestsOf(set, "a").map(({ text }) => text);
    const embedded = await embedder.embed(texts);
    if (embedded.kind !== "vectors") throw new Error(embedded.reason);
    const vectors = new Map(texts.map((text, at) => [text, embedded.vectors[at] as Float32Array]));
    expect(meanOf(set, vectors)).toBeGreaterThanOrEqual(least);
  });
});

test("the same order gives the same groups, whatever was read from the records in between", () => {
  const requests = requestsOf("banking77", "a").slice(0, 100);
  expect(grouped(requests).found).toEqual(grouped(requests).found);
});

test("a day of mixed requests opens at most 25 issues of topics and one of all others", () => {
  const requests = [...requestsOf("banking77", "a"), ...requestsOf("clinc150", "a")];
  const issues = new Set(grouped(requests).found.map(({ issue }) => issue));
  expect(issues.size).toBeLessThanOrEqual(26);
  expect(issues.size).toBeGreaterThan(10);
});

test("five topics of which each is worded in several ways open five issues", () => {
  const requests = Object.entries({
    parcel: ["Where is my parcel?", "my parcel has not arrived", "When does the parcel arrive?"],
    insulin: ["How much insulin should I take?", "what dose of insulin is safe", "Is insulin safe for children?"],
    password: ["I forgot my password", "reset my password please", "how can I change the password"],
    visa: ["Do I need a visa for Japan?", "Do I need a visa for Brazil?", "is a visa needed for Peru"],
    lasagna: ["a recipe for lasagna", "lasagna without meat", "is lasagna healthy"],
  }).flatMap(([truth, texts]) => texts.map((text) => ({ text, truth })));
  const { found, topics } = grouped(requests);
  expect(bCubed(found)).toMatchObject({ f: 1, groups: 5 });
  expect(topics.map(({ shown }) => shown[0])).toEqual(["parcel", "insulin", "password", "visa", "lasagna"]);
});

test("phrases are chosen at the first, third and eighth finding, and then stay", () => {
  const text = (word: string) => ({ text: `my gift card ${word} does not work`, truth: "" });
  const shownAfter = (count: number) =>
    grouped(["number", "amount", ...Array.from({ length: 20 }, () => "balance")].slice(0, count).map(text)).topics[0]
      ?.shown;
  expect(shownAfter(1)).toEqual(["gift card", "number", "work"]);
  expect(shownAfter(2)).toEqual(shownAfter(1));
  expect(shownAfter(3)?.[0]).toBe("gift card");
  expect(shownAfter(8)).toEqual(["gift card", "work", "balance"]);
  expect(shownAfter(22)).toEqual(shownAfter(8));
});

test("vectors of two kinds are not compared: a topic of words gains a meaning with the first text that has one", () => {
  const words = (text: string) => ({ words: wordVector(text), phrases: phrasesOf(text) });
  const meaning = new Float32Array([1, 0]);
  const first = joinTopic([], words("where is my parcel"), { newId: asIssueId("a"), at: 1 });
  const second = joinTopic(
    first.topics,
    { ...words("where is the parcel"), meaning },
    { newId: asIssueId("b"), at: 2 },
  );
  expect(second.topic).toMatchObject({ id: "a", size: 2, meaning: { texts: 1 } });
  const other = { ...words("where is my parcel"), meaning: new Float32Array([0, 1]) };
  expect(joinTopic(second.topics, other, { newId: asIssueId("c"), at: 3 }).topic.id).toBe("c");
});

test.each([
  ["Where is my parcel?", true],
  ["refund", true],
  ["Wo ist mein Paket?", false],
  ["où est mon colis", false],
  ["¿Dónde está mi paquete?", false],
  ["我的包裹在哪里", false],
  ["12345", false],
])("%s may be English: %s", (text, expected) => {
  expect(mayBeEnglish(text)).toBe(expected);
});

test("a topic is what the user wrote last, without the system prompt and not longer than 600 characters", () => {
  const message = (role: "system" | "user" | "assistant", text: string) => ({
    role,
    parts: [{ type: "text", text }] as const,
  });
  const input = [
    message("system", "You are a shop."),
    message("user", "Hi"),
    message("assistant", "Hello"),
    message("user", " Where  is\nit? "),
  ];
  expect(requestText({ input })).toBe("Where is it?");
  expect(requestText({ input: [message("system", "You are a shop.")] })).toBe("");
  expect(requestText({ input: [message("user", "a".repeat(9000))] })).toHaveLength(600);
});
