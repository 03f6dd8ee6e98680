import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../src/platform/http/free-port.ts";
import { pause } from "../ledger.ts";

const program = ["/usr/sbin/nginx", "/usr/bin/nginx"].find(existsSync);

export interface Upstreams {
  readonly http: readonly number[];
  readonly grpc: readonly number[];
}

/** Starts nginx in front of replicas, each request to the next one, without affinity and without TLS. */
export async function startRoundRobin(ports: Upstreams) {
  if (program === undefined) throw new Error("nginx is not installed on this machine");
  const folder = mkdtempSync(join(tmpdir(), "gaffe-lab-nginx-"));
  const [http, grpc] = [await freePort(), await freePort()];
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration({ folder, http, grpc, ports }));
  const child = spawn(program, ["-p", folder, "-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${http}/lab-nginx`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) break;
    if (child.exitCode !== null || attempt > 600) throw new Error(`nginx did not start: ${output}`);
    await pause(100);
  }
  return {
    url: `http://127.0.0.1:${http}`,
    grpcPort: grpc,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration({
  folder,
  http,
  grpc,
  ports,
}: {
  readonly folder: string;
  readonly http: number;
  readonly grpc: number;
  readonly ports: Upstreams;
}): string {
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const servers = (list: readonly number[]) =>
    list.map((port) => `server 127.0.0.1:${port} fail_timeout=1s;`).join(" ");
  return `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
worker_processes 1; events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000; ${paths.join(" ")}
  upstream gaffe { ${servers(ports.http)} }
  upstream gaffe_grpc { ${servers(ports.grpc)} }
  server {
    listen 127.0.0.1:${http};
    client_max_body_size 20m;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_buffering off;
    proxy_read_timeout 120s;
    location = /lab-nginx { return 204; }
    location / { proxy_pass http://gaffe; }
    location ~ ^/v1/(traces|logs)$ {
      proxy_pass http://gaffe;
      proxy_next_upstream error timeout http_502 http_503 non_idempotent;
    }
  }
  server {
    listen 127.0.0.1:${grpc} http2;
    client_max_body_size 20m;
    location / { grpc_pass grpc://gaffe_grpc; grpc_next_upstream error timeout non_idempotent; }
  }
}`;
}
