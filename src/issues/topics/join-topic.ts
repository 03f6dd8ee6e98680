import type { IssueId } from "../../platform/ids.ts";
import type { MeaningSum, Topic, TopicText } from "./topic.ts";
import { distinctivePhrases, withPhrases } from "./topic-phrases.ts";

/** Least mean similarity to the texts of a topic, chosen on Banking77 and CLINC150: see docs/issues.md. */
const least = { meaning: 0.525, words: 0.32 } as const;

interface TopicLimits {
  /** Number of topics of a check that have an issue from their first finding on. */
  readonly opened: number;
  /** Most topics with an issue: those after `opened` get theirs at `earnedWith` findings. */
  readonly openedAtMost: number;
  readonly earnedWith: number;
  /** Topics that are remembered; the smallest and oldest without an issue is forgotten first. */
  readonly remembered: number;
}

const usual: TopicLimits = { opened: 10, openedAtMost: 25, earnedWith: 5, remembered: 60 };
/** Sizes at which the phrases are chosen again. After the last one they stay. */
const chosenAt: ReadonlySet<number> = new Set([1, 3, 8]);

interface Joined {
  readonly topic: Topic;
  /** All topics, the changed one included. */
  readonly topics: readonly Topic[];
}

/**
 * Adds a text to the most similar topic, or to a new one: average linkage, in the order of arrival. `newId` identifies
 * a new topic. Texts are compared by the embedding model where both sides have its vector, else by their words.
 */
export function joinTopic(
  topics: readonly Topic[],
  text: TopicText,
  { newId, at, limits = usual }: { newId: IssueId; at: number; limits?: TopicLimits },
): Joined {
  const nearest = nearestTopic(topics, text);
  const others = topics.filter((topic) => topic !== nearest);
  const issues = others.filter(({ hasIssue }) => hasIssue).length;
  const before = nearest ?? { ...empty, id: newId, number: (topics.at(-1)?.number ?? 0) + 1 };
  const size = before.size + 1;
  const isOpened = issues < limits.opened || (size >= limits.earnedWith && issues < limits.openedAtMost);
  const meaning = meaningOf(before.meaning, text.meaning);
  const phrases = withPhrases(before.phrases, text.phrases);
  const { shown } = before;
  const topic: Topic = {
    ...before,
    hasIssue: before.hasIssue || isOpened,
    size,
    lastAt: Math.max(before.lastAt, at),
    words: sumOf(nearest?.words, text.words),
    ...(meaning === undefined ? {} : { meaning }),
    phrases,
    shown: shown.length === 0 || chosenAt.has(size) ? distinctivePhrases({ phrases, size }, others) : shown,
  };
  return {
    topic,
    topics: nearest ? topics.map((each) => (each === nearest ? topic : each)) : [...withRoom(topics, limits), topic],
  };
}

const empty: Omit<Topic, "id" | "number"> = {
  hasIssue: false,
  size: 0,
  lastAt: 0,
  words: new Float32Array(),
  phrases: new Map(),
  shown: [],
};

function nearestTopic(topics: readonly Topic[], text: TopicText): Topic | undefined {
  const { meaning, words } = text;
  const alike = topics.flatMap((topic) =>
    meaning && topic.meaning ? [{ topic, by: dot(meaning, topic.meaning.sum) / topic.meaning.texts }] : [],
  );
  const found = best(alike, least.meaning);
  if (found) return found;
  const byWords = topics
    .filter((topic) => !meaning || !topic.meaning)
    .map((topic) => ({ topic, by: dot(words, topic.words) / topic.size }));
  return best(byWords, least.words);
}

/** Returns the first of the most similar ones, so that the order of arrival decides between equals. */
function best(alike: readonly { topic: Topic; by: number }[], atLeast: number): Topic | undefined {
  let nearest: (typeof alike)[number] | undefined;
  for (const each of alike) if (each.by >= atLeast && (!nearest || each.by > nearest.by)) nearest = each;
  return nearest?.topic;
}

/** Makes room for one more topic. */
function withRoom(topics: readonly Topic[], { remembered }: TopicLimits): readonly Topic[] {
  if (topics.length < remembered) return topics;
  const [oldest] = topics
    .filter(({ hasIssue }) => !hasIssue)
    .toSorted((one, other) => one.size - other.size || one.lastAt - other.lastAt);
  return topics.filter((topic) => topic !== oldest);
}

function meaningOf(before: MeaningSum | undefined, vector: Float32Array | undefined): MeaningSum | undefined {
  return vector === undefined ? before : { sum: sumOf(before?.sum, vector), texts: (before?.texts ?? 0) + 1 };
}

function sumOf(sum: Float32Array | undefined, vector: Float32Array): Float32Array {
  return sum === undefined ? vector : sum.map((value, at) => value + (vector[at] ?? 0));
}

function dot(one: Float32Array, other: Float32Array): number {
  let product = 0;
  for (let at = 0; at < one.length; at++) product += (one[at] ?? 0) * (other[at] ?? 0);
  return product;
}
