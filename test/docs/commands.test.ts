import { execFile } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pythonBin, pythonClients } from "../support/clients/python-clients.ts";
import { isMissing, reason } from "../support/clients/tool-cache.ts";
import { blocksOf } from "../support/data/page-blocks.ts";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { wire } from "../support/providers/wire.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService, testToken } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

/*
 * Commands of the README and of pages without a separate test, run as written and in order against one Gaffe
 * whose provider `openai` is free. Each curl must succeed.
 */
const run = promisify(execFile);
const folder = temporaryFolder();
let service: Service;
let provider: Awaited<ReturnType<typeof openFakeProvider>>;

beforeAll(async () => {
  [service, provider] = await Promise.all([
    startService({ folder: join(folder.path, "data"), env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" } }),
    openFakeProvider(),
  ]);
  const [chat] = wire("chat");
  provider.answerWith(({ url }, response) => {
    response.writeHead(url === "/v1/chat/completions" ? 200 : 599, { "content-type": "application/json" });
    response.end(JSON.stringify(chat?.rawResponse));
  });
  const api = apiOf(service);
  await api.post("/upstreams", { id: "openai", baseUrl: provider.url, auth: "bearer" });
  await api.post("/datapoints", {
    requestModel: "gpt-4o",
    input: "Where is my refund?",
    output: "On its way.",
    environment: "prod",
  });
  await eventually(
    () => api.get("/datapoints") as Promise<{ items: unknown[] }>,
    ({ items }) => items.length > 0,
  );
  await api.post("/scenario-sets", {
    name: "Support questions",
    seedData: [{ input: { question: "Hi?" }, result: "" }],
  });
  const curl = join(folder.path, "curl");
  writeFileSync(curl, '#!/bin/sh\nexec /usr/bin/env -i PATH="$REAL_PATH" curl --fail-with-body -sS "$@"\n');
  chmodSync(curl, 0o755);
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const env = () => ({
  PATH: `${folder.path}:${process.env["PATH"]}`,
  REAL_PATH: process.env["PATH"],
  GAFFE_TOKEN: testToken,
  OPENAI_API_KEY: "sk-not-a-key",
});

/** Commands that need a value from the reader, or a judge model. */
const needsMore = /<id>|run_…|\/checks\/generate/;

test(`the Python of the README calls through the proxy${reason(pythonClients)}`, async ({ skip }) => {
  if (isMissing(pythonClients)) skip();
  const text = blocksOf("../README.md").find(({ language }) => language === "python")?.text ?? "";
  const file = join(folder.path, "app.py");
  writeFileSync(file, text.replaceAll("http://127.0.0.1:4233", service.url));
  const before = provider.seen.length;
  await run(join(pythonBin(), "python"), [file], { env: env() });
  expect(provider.seen.length).toBe(before + 1);
});

test.each(["../README.md", "custom-checks.md", "judges.md", "proxy.md", "testing.md"])(
  "the calls of the API in docs/%s succeed",
  async (page) => {
    const scripts = blocksOf(page).filter(
      ({ language, text }) => /^(sh|bash)$/.test(language) && /^(curl|api\(\)) /m.test(text),
    );
    expect(scripts.length).toBeGreaterThan(0);
    for (const { heading, text } of scripts) {
      const lines = text.split("\n").filter((line) => !needsMore.test(line));
      const script = lines.join("\n").replaceAll("http://127.0.0.1:4233", service.url);
      const done = run("bash", ["--norc", "-ec", script], { env: env() });
      const failed = await done.then(
        () => undefined,
        (thrown: { stdout?: string; stderr?: string }) => `${thrown.stdout} ${thrown.stderr}`,
      );
      expect([heading, failed]).toEqual([heading, undefined]);
    }
  },
);
