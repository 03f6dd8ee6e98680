import type { Kysely, Selectable, Transaction } from "kysely";
import { z } from "zod";
import { asDatapointId, asIssueId, type DatapointId, type IssueId, type ProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { inPieces, json, lockProject, rowParser } from "../../storage/service.ts";
import type { KnownTopics, TopicChange, TopicStore } from "../ports/topics.ts";
import type { Topic } from "../topics/topic.ts";

/** A repeated delivery of a finding, or a later part of its trace, arrives within this time. */
const rememberedMs = 14 * 86_400_000;

export function createTopicStore(db: Kysely<Tables>, now: () => number): TopicStore {
  return {
    assign: (project, base, datapoints, decide) =>
      db.transaction().execute(async (step) => {
        await lockProject(step, project);
        const known = await load(step, project, { base, datapoints });
        const change = decide(known);
        await write(step, project, { base, known, change });
        return change;
      }),
  };

  async function write(
    step: Transaction<Tables>,
    project: ProjectId,
    { base, known, change }: { base: IssueId; known: KnownTopics; change: TopicChange },
  ): Promise<void> {
    const before = new Set(known.topics);
    const ids = new Set(change.topics.map(({ id }) => id));
    const forgotten = known.topics.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
    if (forgotten.length > 0) await step.deleteFrom("issue_topics").where("id", "in", forgotten).execute();
    for (const topic of change.topics.filter((each) => !before.has(each))) {
      const row = rowOf(project, base, topic);
      await step
        .insertInto("issue_topics")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
    }
    const at = Math.round(now());
    for (const [datapointId, id] of change.assigned)
      if (!known.assigned.has(datapointId))
        await step
          .insertInto("issue_topic_findings")
          .values({ project_id: project, base_id: base, datapoint_id: datapointId, issue_id: id, at })
          .execute();
    await step
      .deleteFrom("issue_topic_findings")
      .where("project_id", "=", project)
      .where("base_id", "=", base)
      .where("at", "<", at - rememberedMs)
      .execute();
  }
}

interface Wanted {
  readonly base: IssueId;
  readonly datapoints: readonly DatapointId[];
}

async function load(step: Transaction<Tables>, project: ProjectId, { base, datapoints }: Wanted): Promise<KnownTopics> {
  const issue = await step.selectFrom("issues").select("state").where("id", "=", base).executeTakeFirst();
  return {
    topics: await topicsOf(step, project, base),
    assigned: await assignedOf(step, project, { base, datapoints }),
    ...(issue === undefined ? {} : { baseState: issue.state }),
  };
}

async function topicsOf(db: Kysely<Tables>, project: ProjectId, base: IssueId): Promise<readonly Topic[]> {
  const rows = await db
    .selectFrom("issue_topics")
    .selectAll()
    .where("project_id", "=", project)
    .where("base_id", "=", base)
    .orderBy("number")
    .execute();
  return rows.map(topicOf);
}

async function assignedOf(db: Kysely<Tables>, project: ProjectId, { base, datapoints }: Wanted) {
  const found = new Map<DatapointId, IssueId>();
  for (const some of inPieces(datapoints)) {
    const rows = await db
      .selectFrom("issue_topic_findings")
      .select(["datapoint_id", "issue_id"])
      .where("project_id", "=", project)
      .where("base_id", "=", base)
      .where("datapoint_id", "in", some)
      .execute();
    for (const row of rows) found.set(asDatapointId(row.datapoint_id), asIssueId(row.issue_id));
  }
  return found;
}

function rowOf(project: ProjectId, base: IssueId, topic: Topic): Tables["issue_topics"] {
  return {
    id: topic.id,
    project_id: project,
    base_id: base,
    has_issue: topic.hasIssue ? 1 : 0,
    size: topic.size,
    number: topic.number,
    last_at: topic.lastAt,
    words: textOf(topic.words),
    meaning: topic.meaning ? textOf(topic.meaning.sum) : null,
    meaning_texts: topic.meaning?.texts ?? 0,
    phrases: JSON.stringify([...topic.phrases]),
    shown: JSON.stringify(topic.shown),
  };
}

const parse = rowParser("issue_topics", {
  phrases: json(z.array(z.tuple([z.string(), z.number()]))),
  shown: json(z.array(z.string())),
});

function topicOf(row: Selectable<Tables["issue_topics"]>): Topic {
  const { phrases, shown } = parse(row);
  return {
    id: asIssueId(row.id),
    hasIssue: row.has_issue === 1,
    size: row.size,
    number: row.number,
    lastAt: row.last_at,
    words: vectorOf(row.words),
    ...(row.meaning === null ? {} : { meaning: { sum: vectorOf(row.meaning), texts: row.meaning_texts } }),
    phrases: new Map(phrases),
    shown,
  };
}

const textOf = (vector: Float32Array) =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");

function vectorOf(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  return new Float32Array(bytes.buffer, 0, bytes.byteLength / Float32Array.BYTES_PER_ELEMENT);
}
