import { existsSync } from "node:fs";
import { createApi } from "./api.ts";
import { configFile, readConfig } from "./config.ts";
import { Exit } from "./exit.ts";

/** Checks everything that a run needs and reports each result. Throws the first failure after reporting all. */
export async function doctor(write: (line: string) => void): Promise<void> {
  const config = readConfig(process.env);
  const trouble: unknown[] = [];
  write(existsSync(configFile) ? `✓ ${configFile} is read` : `– no ${configFile}: gaffe init writes one`);
  await report("the service", async () => {
    const response = await fetch(`${config.baseUrl}/readyz`).catch(() => undefined);
    if (!response?.ok)
      throw new Exit(4, `${config.baseUrl} ${response ? `is not ready (${response.status})` : "does not answer"}`);
    return `${config.baseUrl} is ready`;
  });
  await report("the token", async () => {
    const api = createApi(config);
    // `/me` needs no token; this request does.
    await api.send("GET /test-runs", { query: { limit: 1 } });
    const { projectId = "?" } = await api.send("GET /me", {});
    return `the token is good for the project ${projectId}`;
  });
  await report("Node", () => {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    if (major < 22 || (major === 22 && minor < 18))
      throw new Exit(2, `Node ${process.versions.node} cannot run TypeScript flows: take 22.18 or newer`);
    return Promise.resolve(`Node ${process.versions.node} runs TypeScript flows as they are`);
  });
  if (trouble.length > 0) throw trouble[0];

  async function report(what: string, inspect: () => Promise<string>): Promise<void> {
    try {
      write(`✓ ${await inspect()}`);
    } catch (thrown) {
      trouble.push(thrown);
      write(`✗ ${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }
}
