import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pythonBin, pythonClients } from "../../support/clients/python-clients.ts";
import { isMissing, reason } from "../../support/clients/tool-cache.ts";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { openProxy, token } from "../../support/providers/proxy.ts";
import { streamed, wire } from "../../support/providers/wire.ts";

const run = promisify(execFile);

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

test.skipIf(isMissing(pythonClients))(
  `python openai: a response, a stream and an error of the proxy${reason(pythonClients)}`,
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
    const { stdout } = await run(join(pythonBin(), "python"), ["-c", script, proxy.url, token]);
    const lines = stdout.trim().split("\n");
    expect(lines.length).toBe(5);
    expect([lines[0], lines[1]]).toEqual([lines[2], lines[3]]);
    expect(lines[4]).toBe("unknown_provider");
    expect(proxy.calls.length).toBe(2);
  },
);
