import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { blocksOf } from "../data/page-blocks.ts";

const program = ["/usr/sbin/nginx", "/usr/bin/nginx"].find(existsSync);
export const nginxAbsent = program === undefined ? "nginx is not installed on this machine" : undefined;

/**
 * Starts nginx with the configuration of docs/deploy.md, whose words are replaced by these; its certificate is for
 * 127.0.0.1.
 */
export async function startNginx(put: Readonly<Record<string, string>>, port: number) {
  const folder = mkdtempSync(join(tmpdir(), "gaffe-nginx-"));
  const [certificate, key] = [join(folder, "gaffe.crt"), join(folder, "gaffe.key")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "1"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, ...subject];
  execFileSync("openssl", made, { stdio: "pipe" });
  let servers = blocksOf("deploy.md").find(({ language }) => language === "nginx")?.text ?? "";
  const words = { ...put, "/etc/ssl/gaffe.crt": certificate, "/etc/ssl/gaffe.key": key };
  for (const [word, value] of Object.entries(words)) {
    if (!servers.includes(word)) throw new Error(`docs/deploy.md does not contain ${word}`);
    servers = servers.replaceAll(word, value);
  }
  const tempPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; events {}
http { access_log off; ${tempPaths.join(" ")}\n${servers}\n}`,
  );
  const child = spawn(program ?? "", ["-p", folder, "-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const givenUpAt = performance.now() + 120_000;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || performance.now() > givenUpAt) throw new Error(`nginx did not start: ${output}`);
    await sleep(50);
  }
  return {
    certificate: readFileSync(certificate, "utf8"),
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
