import type { MonitorStore } from "../../monitors/index.ts";
import type { Embedder } from "../../platform/embeddings/embedder.ts";
import { type IssueId, issueId, type ProjectId } from "../../platform/ids.ts";
import { within } from "../../platform/scheduling/retry.ts";
import { groupedBy, groupTitle } from "../fingerprint/grouping.ts";
import type { AwaitedTopic, Finding } from "../issue.ts";
import type { KnownTopics, TopicChange, TopicStore } from "../ports/topics.ts";
import { joinTopic } from "../topics/join-topic.ts";
import { mayBeEnglish } from "../topics/request-text.ts";
import type { Topic, TopicText } from "../topics/topic.ts";
import { phrasesOf } from "../topics/topic-phrases.ts";
import { wordVector } from "../topics/word-vector.ts";

interface GroupByTopicDependencies {
  readonly topics: TopicStore;
  readonly monitors: Pick<MonitorStore, "list">;
  readonly embedder: Pick<Embedder, "embed">;
  /** How long findings wait for their vectors; without them, texts are compared by their words. */
  readonly deadlineMs: number;
}

/** Decides on the topics of findings; returns them in the same order. Repeating it returns the same. */
export type GroupByTopic = (findings: readonly Finding[]) => Promise<readonly Finding[]>;

type Awaiting = Finding & { readonly topic: AwaitedTopic };

/** Creates what groups behavioral findings by the user's request, in the order of the calls. */
export function createGroupByTopic({ topics, monitors, embedder, deadlineMs }: GroupByTopicDependencies): GroupByTopic {
  return async (findings) => {
    const awaiting = findings.filter(isAwaiting);
    const grouped = new Map<Finding, Finding>();
    for (const [project, ofProject] of Map.groupBy(awaiting, ({ projectId }) => projectId)) {
      const texts = await textsOf(project, ofProject);
      for (const [base, of] of Map.groupBy(ofProject, (finding) => finding.issueId)) {
        const ordered = of.toSorted(
          (one, other) => one.at - other.at || (one.datapointId < other.datapointId ? -1 : 1),
        );
        const ids = ordered.map(({ datapointId }) => datapointId);
        const change = await topics.assign(project, base, ids, (known) =>
          decideTopics(known, ordered, { base, texts }),
        );
        for (const finding of of) grouped.set(finding, withTopic(finding, change));
      }
    }
    const rules = await rulesOf([...grouped.values()]);
    return findings.map((finding) => {
      const placed = grouped.get(finding);
      return placed && finding.topic ? withRules(placed, finding.topic, rules) : finding;
    });
  };

  /** Computed outside of the transaction. */
  async function textsOf(project: ProjectId, findings: readonly Awaiting[]): Promise<ReadonlyMap<string, TopicText>> {
    const all = [...new Set(findings.map(({ topic }) => topic.text))];
    const known = all.filter(mayBeEnglish);
    // Vectors that come later are cached for the next findings.
    const embedded = within(deadlineMs, () => embedder.embed(known, { tenant: project }));
    const vectors = await embedded.catch(() => undefined);
    const meanings = new Map(
      vectors?.kind === "vectors" ? known.map((text, at) => [text, vectors.vectors[at]] as const) : [],
    );
    return new Map(
      all.map((text): [string, TopicText] => {
        const meaning = meanings.get(text);
        return [text, { words: wordVector(text), phrases: phrasesOf(text), ...(meaning ? { meaning } : {}) }];
      }),
    );
  }

  /** "Always group this issue by …": the fields for each issue. */
  async function rulesOf(findings: readonly Finding[]) {
    const rules = new Map<string, readonly Rule[]>();
    for (const project of new Set(findings.map(({ projectId }) => projectId))) {
      const all = (await monitors.list(project)).flatMap(({ id, grouping }) =>
        (grouping?.issues ?? []).map((rule) => ({ ...rule, monitor: id })),
      );
      rules.set(project, all);
    }
    return rules;
  }
}

type Rule = NonNullable<Awaited<ReturnType<MonitorStore["list"]>>[number]["grouping"]>["issues"][number] & {
  readonly monitor: string;
};

const isAwaiting = (finding: Finding): finding is Awaiting => finding.topic !== undefined;

/** Adds findings to the topics, one by one. What was ignored as a whole before there were topics stays one issue. */
function decideTopics(
  { topics, assigned, baseState }: KnownTopics,
  findings: readonly Awaiting[],
  { base, texts }: { base: IssueId; texts: ReadonlyMap<string, TopicText> },
): TopicChange {
  let now = topics;
  const all = new Map(assigned);
  for (const { datapointId, projectId, topic: awaited, at } of findings) {
    const text = texts.get(awaited.text);
    if (all.has(datapointId) || !text) continue;
    if (baseState === "ignored" && topics.length === 0) {
      all.set(datapointId, base);
      continue;
    }
    const joined = joinTopic(now, text, { newId: issueId(projectId, ["topic", base, datapointId]), at });
    now = joined.topics;
    all.set(datapointId, joined.topic.hasIssue ? joined.topic.id : base);
  }
  return { topics: now, assigned: all };
}

function withTopic(awaiting: Awaiting, { topics, assigned }: TopicChange): Finding {
  const id = assigned.get(awaiting.datapointId) ?? awaiting.issueId;
  const own: Topic | undefined = topics.find((topic) => topic.id === id);
  const { topic: _awaited, ...finding } = awaiting;
  return { ...finding, issueId: id, ...(own && own.shown.length > 0 ? { phrases: own.shown } : {}) };
}

function withRules(finding: Finding, { values }: AwaitedTopic, rules: ReadonlyMap<string, readonly Rule[]>): Finding {
  const { projectId, issueId: id, monitorId, title } = finding;
  const own = (rules.get(projectId) ?? []).filter(({ issue, monitor }) => issue === id && monitor === monitorId);
  const fields = own.flatMap(({ by }) => by);
  const grouped = groupedBy(projectId, { issueId: id, values: [] }, { fields, values });
  return { ...finding, issueId: grouped.issueId, title: groupTitle(title, grouped.values) };
}
