import { connect } from "node:net";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { until } from "../support/providers/proxy.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService } from "../support/service/service.ts";
import { apiOf } from "../support/service/service-api.ts";
import { pause } from "./ledger.ts";
import { rssMb } from "./memory.ts";
import { type Row, random } from "./row.ts";

/** C5: clients of the proxy disconnect in the middle of streams. */
export const droppingClients: Row = {
  promise: "when 1,000 clients leave at random chunks, each upstream call is aborted and no socket and no memory stays",
  async run({ seed, log }) {
    using folder = temporaryFolder();
    await using provider = await openFakeProvider();
    await using service = await startService({ folder: folder.path });
    await apiOf(service).post("/upstreams", { id: "house", baseUrl: provider.url });
    const leftAt = new Map<string, number>();
    const abortedMs: number[] = [];
    const open = new Set<object>();
    provider.answerWith(({ body }, response) => {
      const { user } = JSON.parse(body.toString()) as { user: string };
      open.add(response);
      response.writeHead(200, { "content-type": "text/event-stream" });
      const chunk = `data: {"id":"c","choices":[{"index":0,"delta":{"content":"${"word ".repeat(20)}"}}]}\n\n`;
      const timer = setInterval(() => response.write(chunk), 3);
      response.on("close", () => {
        clearInterval(timer);
        open.delete(response);
        const left = leftAt.get(user);
        if (left !== undefined) abortedMs.push(performance.now() - left);
      });
    });
    const next = random(seed);
    const round = async (clients: number, name: string) => {
      for (let done = 0; done < clients; done += 50) {
        await Promise.all(Array.from({ length: 50 }, (_, index) => dropOne(`${name}${done + index}`, next() * 12)));
      }
      await until(() => open.size === 0);
    };
    await round(200, "warm");
    abortedMs.length = 0;
    await pause(3_000);
    const before = rssMb(service.child.pid!);
    await round(1_000, "c");
    await until(() => provider.sockets.size === 0);
    await pause(5_000);
    const after = rssMb(service.child.pid!);
    abortedMs.sort((a, b) => a - b);
    const at = (part: number) => Number((abortedMs[Math.floor(abortedMs.length * part)] ?? -1).toFixed(1));
    log(`aborted ${abortedMs.length} calls`);
    const metrics = {
      aborted: abortedMs.length,
      abortP50Ms: at(0.5),
      abortP99Ms: at(0.99),
      slowestMs: at(0.9999),
      socketsLeft: provider.sockets.size,
      rssBeforeMb: before,
      rssAfterMb: after,
    };
    return { passed: open.size === 0 && provider.sockets.size === 0 && abortedMs.length >= 990, metrics };

    function dropOne(user: string, chunks: number): Promise<void> {
      const body = JSON.stringify({ model: "house/m", stream: true, user, messages: [{ role: "user", content: "x" }] });
      const head = ["POST /v1/chat/completions HTTP/1.1", "host: x", `api-key: ${service.token}`];
      head.push("content-type: application/json", `content-length: ${body.length}`, "", body);
      return new Promise((resolve) => {
        const socket = connect(service.port, "127.0.0.1", () => socket.write(head.join("\r\n")));
        let seen = 0;
        socket.on("data", () => {
          if (seen++ < chunks) return;
          leftAt.set(user, performance.now());
          socket.destroy();
        });
        socket.on("close", () => resolve());
        socket.on("error", () => undefined);
      });
    }
  },
};
