import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { expect, test } from "vitest";
import type { RecordsLocation } from "../../src/app/records/open.ts";
import type { Channel } from "../../src/notifications/channel.ts";
import { createSealedBox } from "../../src/platform/crypto/sealed-box.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { noon } from "../support/data/examples.ts";
import { blocksOf } from "../support/data/page-blocks.ts";
import { openTestRecords } from "../support/engines/open-records.ts";
import { describeRecords } from "../support/engines/record-backends.ts";
import { aJudge } from "../support/providers/judge-models.ts";

const slack: Channel = {
  id: "c1",
  projectId: globalProject,
  name: "Team",
  target: { kind: "slack_app", token: "xoxb-canary-token", conversation: "#alerts" },
  showsDialog: true,
  createdAt: noon,
  updatedAt: noon,
};
const webhook: Channel = {
  ...slack,
  id: "c2",
  target: { kind: "webhook", url: "https://example.org/hook?key=canary-query", secrets: ["whsec_canary"] },
};
const judge = aJudge({ projectId: globalProject });
const newer = "another key of the tests, long enough to be one";
const older = "a key of the tests, long enough to be one";

describeRecords("sealed secrets", (backend) => {
  test("a channel reads as it was written", async () => {
    await using records = await backend.open();
    await records.channels.add(slack);
    await records.channels.add(webhook);
    expect(await records.channels.get(globalProject, "c1")).toEqual(slack);
    expect(await records.channels.get(globalProject, "c2")).toEqual(webhook);
  });

  test("a new key takes over, and the old one is not needed after that", async () => {
    const at = backend.location();
    const records = await backend.open(at);
    await records.channels.add(slack);
    await records.judges.add(judge, "sk-canary-key");
    await records.close();
    const rotated = await openTestRecords(at, { box: createSealedBox([newer, older]) });
    await rotated.close();
    await using after = await openTestRecords(at, { box: createSealedBox([newer]) });
    expect(await after.channels.get(globalProject, "c1")).toEqual(slack);
    expect(await after.judges.key(judge)).toBe("sk-canary-key");
  });

  test("a process with another key fails with instructions, and starts once the secrets are given up", async () => {
    const at = backend.location();
    const records = await backend.open(at);
    await records.channels.add(slack);
    await records.judges.add(judge, "sk-canary-key");
    const secret = { project: globalProject, owner: "project", name: "openai", host: "api.openai.com" };
    await records.modelSecrets.put(secret, "sk-canary-key", noon);
    await records.close();
    const start = () => openTestRecords(at, { box: createSealedBox([newer]) });
    await expect(start()).rejects.toThrow(/GAFFE_SECRET_KEY/);
    await run(at, blocksOf("privacy.md").find(({ language }) => language === "sql")?.text ?? "");
    await using after = await start();
    expect(await after.judges.list(globalProject)).toMatchObject([{ id: judge.id }]);
    expect([await after.judges.key(judge), await after.modelSecrets.open(secret)]).toEqual(["", undefined]);
  });

  test("plain secrets are sealed at the next start", async () => {
    const at = backend.location();
    const before = await backend.open(at);
    await before.channels.add(slack);
    await before.channels.add(webhook);
    await before.close();
    if (at.kind === "sqlite") storeInTheClear(at.file);
    await using after = await openTestRecords(at, { box: createSealedBox([older]) });
    expect(await after.channels.get(globalProject, "c1")).toEqual(slack);
    expect(await after.channels.get(globalProject, "c2")).toEqual(webhook);
    await after.close();
    if (at.kind === "sqlite") expect(readFileSync(at.file).includes("canary")).toBe(false);
  });
});

async function run(at: RecordsLocation, statements: string): Promise<void> {
  if (at.kind === "sqlite") {
    using database = new DatabaseSync(at.file);
    database.exec(statements);
    return;
  }
  const client = new Client(at.url);
  await client.connect();
  await client.query(statements);
  await client.end();
}

function storeInTheClear(file: string): void {
  using database = new DatabaseSync(file);
  const write = database.prepare("UPDATE channels SET target = ? WHERE id = ?");
  for (const { id, target } of [slack, webhook]) write.run(JSON.stringify(target), id);
}
