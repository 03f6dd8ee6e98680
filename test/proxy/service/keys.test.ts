import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { send, until } from "../../support/providers/proxy.ts";
import { temporaryFolder } from "../../support/service/folder.ts";

const canary = "sk-CANARY-4f6a1b9c2d";

test("a provider's key is in no byte that is written or printed, whatever fails", async () => {
  using folder = temporaryFolder();
  await using provider = await openFakeProvider();
  const upstreams = [
    { id: "fake", baseUrl: provider.url },
    { id: "gone", baseUrl: "http://127.0.0.1:9/v1" },
  ];
  const child = fork(new URL("../../../src/main.ts", import.meta.url), ["proxy"], {
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      GAFFE_PORT: "0",
      GAFFE_DATA: folder.path,
      LOG_LEVEL: "debug",
      GAFFE_PROXY_UPSTREAMS: JSON.stringify(upstreams),
      // Nothing listens there: everything stays in the journal.
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    },
  });
  let printed = "";
  child.stdout!.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr!.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await until(() => printed.includes("proxy-ready"));
  const port = Number(/127\.0\.0\.1:(\d+)\/v1/.exec(printed)![1]);

  const credentials: object[] = [
    { authorization: `Bearer ${canary}` },
    { "x-api-key": canary },
    { "x-goog-api-key": canary },
    { "x-gaffe-api-key": "t", "api-key": canary },
  ];
  const body = (model: string) =>
    JSON.stringify({
      model,
      user: canary,
      api_key: canary,
      messages: [{ role: "user", content: `my key is ${canary}` }],
    });
  const echo = JSON.stringify({ error: { message: `bad key ${canary}`, type: canary, code: canary } });
  provider.answerWith(({ url }, response, request) => {
    if (url.includes("reset")) request.socket.resetAndDestroy();
    else response.writeHead(401, { "content-type": "application/json", location: `http://x/?key=${canary}` }).end(echo);
  });
  for (const headers of credentials) {
    for (const [path, model] of [
      ["", "fake/m"],
      ["?reset", "fake/m"],
      ["", "gone/m"],
      ["", "nobody/m"],
    ]) {
      await send(port, {
        path: `/v1/chat/completions${path}`,
        headers: { "content-type": "application/json", ...headers },
        body: body(model!),
      });
    }
  }
  const query = {
    path: `/v1/messages?key=${canary}`,
    headers: { "content-type": "application/json" },
    body: body("fake/m"),
  };
  await send(port, query);
  child.kill("SIGTERM");
  await once(child, "exit");

  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const written = files.map((each) => readFileSync(join(each.parentPath, each.name)).toString("latin1")).join("");
  expect(written).toContain("[redacted:provider_key]");
  expect(written).toContain("upstream_unreachable");
  expect(written).not.toContain("CANARY");
  expect(printed).not.toContain("CANARY");
});
