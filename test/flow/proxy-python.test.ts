import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { openFakeProvider } from "../support/fake-provider.ts";
import { openProxy, token } from "../support/proxy.ts";
import { streamed, wire } from "../support/wire.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "gaffe-python-"));
const python = join(folder, "bin", "python");
const missing = await install();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = `
import sys
from openai import OpenAI, BadRequestError
client = OpenAI(base_url=sys.argv[1], api_key="sk-python-key", default_headers={"api-key": sys.argv[2]}, max_retries=0)
ask = dict(model="fake/gpt-4.1-mini", messages=[{"role": "user", "content": "hello"}])
print(client.chat.completions.create(**ask).choices[0].message.content)
print("".join(c.choices[0].delta.content or "" for c in client.chat.completions.create(stream=True, **ask) if c.choices))
try:
    client.chat.completions.create(model="nobody/x", messages=[])
except BadRequestError as error:
    print(error.code)
`;

test.skipIf(missing !== undefined)(
  `python openai: an answer, a stream and an error of ours${missing === undefined ? "" : ` (${missing})`}`,
  async () => {
    await using provider = await openFakeProvider();
    await using proxy = await openProxy({
      upstreams: [{ id: "fake", baseUrl: provider.url, auth: { kind: "bearer" } }],
    });
    const [exchange] = wire("chat-stream");
    provider.answerWith(({ body }, response) => {
      const streams = /"stream":\s*true/.test(body.toString());
      response.setHeader("content-type", streams ? "text/event-stream" : "application/json");
      response.end(streams ? streamed(exchange!) : JSON.stringify(exchange!.rawResponse));
    });
    const { stdout } = await run(python, ["-c", script, proxy.url, token]);
    const said = stdout.trim().split("\n");
    expect(said.length).toBe(5);
    expect([said[0], said[1]]).toEqual([said[2], said[3]]);
    expect(said[4]).toBe("unknown_provider");
    expect(proxy.calls.length).toBe(2);
  },
);

/** Why it could not be installed, or undefined. */
async function install(): Promise<string | undefined> {
  try {
    await run("python3", ["-m", "venv", folder]);
    await run(python, ["-m", "pip", "install", "-q", "openai"], { timeout: 90_000 });
    return undefined;
  } catch {
    return "skipped: python3 with venv and the package openai cannot be installed here";
  }
}
