import { existsSync } from "node:fs";
import { createApi } from "./api.ts";
import { type Config, configFile, readConfig } from "./config.ts";
import { Exit, exitCodes } from "./exit.ts";
import { allowedIn } from "./flows/config.ts";
import { type Flow, findFlows, hasFlows } from "./flows/find.ts";
import { requireRowsAndModel, requireSdk } from "./flows/ready.ts";

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
    const { who, projectId = "?" } = await api.send("GET /me", {});
    if (who.kind === "token" && !who.scopes.some((scope) => scope === "write" || scope === "admin"))
      throw new Exit(exitCodes.auth, `it lacks the scope write: a run needs it. It has ${who.scopes.join(", ")}`);
    return `the token is good for the project ${projectId}`;
  });
  await reportFlows(config, report);
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

type Report = (what: string, inspect: () => Promise<string>) => Promise<void>;

/** Reports whether the judge can be called, and the checks of YAML flows that would give no verdict. */
async function reportFlows(config: Config, report: Report): Promise<void> {
  let flows: readonly Flow[] = [];
  if (hasFlows(config))
    await report("the flows", () => {
      flows = findFlows(config);
      return Promise.resolve(`the flows ${flows.map(({ name }) => name).join(", ")} are read`);
    });
  for (const { name, file } of flows.filter((each) => each.kind === "script"))
    await report(`the flow ${name}`, () => {
      requireSdk(file);
      return Promise.resolve(`the flow ${name} has what it imports`);
    });
  for (const { config: flow } of flows.filter((each) => each.kind === "config")) {
    const { name, checks = [], scenario } = flow;
    await report(`the flow ${name}`, async () => {
      await requireRowsAndModel(createApi(config), flow);
      if (checks.length === 0) return `the flow ${name} has its rows and its model`;
      const body = { checks, allowSkipped: allowedIn(flow, []), scenarioId: scenario };
      const { problems } = await createApi(config).send("POST /test-runs/readiness", { body });
      if (problems.length === 0) return `the flow ${name} can give all its verdicts`;
      const found = problems.map(({ check, problem }) => `${check} would give no verdict: ${problem}`).join("; ");
      throw new Exit(exitCodes.usage, found);
    });
  }
  await report("the judge", async () => {
    const { items } = await createApi(config).send("GET /judges", {});
    const judge = items.find(({ isActive }) => isActive);
    if (judge) return `the judge model ${judge.name} is active`;
    return "no judge model is configured: a run with a check of kind judge is refused, unless it may be skipped";
  });
}
