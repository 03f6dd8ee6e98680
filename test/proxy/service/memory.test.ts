import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { until } from "../../support/providers/proxy.ts";
import { temporaryFolder } from "../../support/service/folder.ts";

test.skipIf(!existsSync("/proc/self/status"))(
  "thousands of clients that leave at random moments leave no socket and no memory behind (skipped without /proc)",
  async ({ annotate }) => {
    using folder = temporaryFolder();
    await using provider = await openFakeProvider();
    const event = `data: {"choices":[{"index":0,"delta":{"content":"${"word ".repeat(200)}"}}]}\n\n`;
    provider.answerWith((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const timer = setInterval(() => response.write(event), 2);
      response.on("close", () => clearInterval(timer));
    });
    const child = fork(new URL("../../../src/main.ts", import.meta.url), ["proxy"], {
      // A small young generation fills soon, so that what grows afterwards is retained memory.
      execArgv: ["--max-semi-space-size=4"],
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: {
        ...process.env,
        GAFFE_PORT: "0",
        GAFFE_DATA: folder.path,
        LOG_LEVEL: "info",
        GAFFE_PROXY_UPSTREAMS: JSON.stringify([{ id: "fake", baseUrl: provider.url }]),
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
      },
    });
    try {
      let printed = "";
      child.stdout!.on("data", (chunk: Buffer) => (printed += chunk.toString()));
      await until(() => printed.includes("proxy-ready"));
      const port = Number(/127\.0\.0\.1:(\d+)\/v1/.exec(printed)![1]);

      await drop(port, 1_000);
      await until(() => provider.sockets.size === 0);
      const before = memoryMb(child.pid!);
      await drop(port, 2_000);
      await until(() => provider.sockets.size === 0);
      const after = memoryMb(child.pid!);
      await annotate(`own memory: ${before} MB after 1,000 clients, ${after} MB after 3,000`);
      // A socket buffer (64 KB) retained for each of them would be 128 MB.
      expect(after - before).toBeLessThan(100);
    } finally {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    }
  },
);

/** Returns private memory: pages of the journal's mapped file can be reclaimed by the kernel. */
function memoryMb(pid: number): number {
  const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1];
  return Math.round(Number(kilobytes) / 1024);
}

const body = '{"model":"fake/m","stream":true,"messages":[{"role":"user","content":"hello"}]}';
const request = `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

async function drop(port: number, clients: number): Promise<void> {
  for (let left = clients; left > 0; left -= 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => dropOne(port, index % 10)));
}

function dropOne(port: number, chunks: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    let seen = 0;
    socket.on("data", () => seen++ >= chunks && socket.destroy());
    if (chunks === 0) setTimeout(() => socket.destroy(), 5);
    socket.on("close", () => resolve());
    socket.on("error", () => undefined);
  });
}
