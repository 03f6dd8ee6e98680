import { existsSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { stringify } from "yaml";
import type { Monitor } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { apiOfSettings, withPosition } from "../api.ts";
import { usage } from "../exit.ts";
import type { MonitorFile } from "../monitors/file.ts";
import { declarationOf, planOf, type Step } from "../monitors/plan.ts";
import { named } from "../named.ts";
import { asApi, asJson, columns, percent, print } from "../print.ts";
import { collected } from "./collected.ts";

export function addMonitorCommands(program: Command): void {
  const monitors = program
    .command("monitors")
    .description("list monitors, apply a file that declares them, or write such a file from them");
  monitors.command("list").description("list monitors").option("--json", asApi, false).action(list);
  monitors
    .command("apply")
    .description("make the monitors as a YAML file declares them; the same file again changes nothing")
    .requiredOption("-f, --file <file>", "YAML; - for standard input")
    .option("--dry-run", "validate the file and show what would change, without changing anything", false)
    .option("--prune", "delete monitors that the file does not name", false)
    .option("--json", "as JSON", false)
    .addHelpText("after", `\n${example}`)
    .action(apply);
  monitors
    .command("pull")
    .description("write a file that declares the monitors as they are, for gaffe monitors apply")
    .option("-f, --file <file>", "default: standard output")
    .option("--name <name>", "only this one; may be repeated", collected, [])
    .option("--force", "overwrite an existing file", false)
    .option("--json", "as JSON", false)
    .addHelpText(
      "after",
      "\nExamples:\n  gaffe monitors pull -f monitors.yml\n  gaffe monitors apply -f monitors.yml --dry-run",
    )
    .action(pull);
  monitors
    .command("schema")
    .description("write the JSON Schema of a monitor file")
    .action(async () => print(asJson((await files()).schema)));
}

/** Loaded on demand: only these commands need the validator, and it loads slowly. */
const files = () => import("../monitors/file.ts");

const example = `A file:
  monitors:
    - name: Refund talk
      condition: input:refund env:production
      checks: [model_refusal, { check: is_json, severity: minor }]
      sampleRate: 0.5
      threshold: { kind: count, findings: 3, withinMinutes: 10 }
      notifications: [{ channel: email, on: [behavior, error], cadence: immediate }]`;

async function list({ json }: { json: boolean }): Promise<void> {
  const { items } = await apiOfSettings().send("GET /monitors", {});
  if (json) return print(asJson({ items }));
  if (items.length === 0) return print("there is no monitor");
  print(
    columns(
      items.map(({ id, name, enabled, sampleRate, condition, checks }) => [
        enabled ? "on " : "off",
        id,
        name,
        percent(sampleRate),
        checks.length === 1 ? "1 check" : `${checks.length} checks`,
        condition === "" ? "(everything)" : condition,
      ]),
    ),
  );
}

interface PullOptions {
  readonly file?: string;
  readonly name: readonly string[];
  readonly force: boolean;
  readonly json: boolean;
}

async function pull({ file, name: wanted, force, json }: PullOptions): Promise<void> {
  if (file !== undefined && existsSync(file) && !force) throw usage(`${file} is there already: --force overwrites it`);
  const { items } = await apiOfSettings().send("GET /monitors", {});
  const monitors = (wanted.length === 0 ? items : wanted.map((each) => named(items, each, "monitor"))).map(
    declarationOf,
  );
  const text = json ? `${asJson({ monitors })}\n` : stringify({ monitors });
  if (file === undefined) return void process.stdout.write(text);
  writeFileSync(file, text);
  process.stderr.write(`${monitors.length === 1 ? "1 monitor" : `${monitors.length} monitors`} in ${file}\n`);
}

interface ApplyOptions {
  readonly file: string;
  readonly dryRun: boolean;
  readonly prune: boolean;
  readonly json: boolean;
}

async function apply({ file, dryRun, prune, json }: ApplyOptions): Promise<void> {
  const declared = (await files()).readMonitorFile(file);
  const api = apiOfSettings();
  const { items: stored } = await api.send("GET /monitors", {});
  refuseTwins(declared, stored);
  const steps = planOf(declared.monitors, stored, { prune });
  // Validate every step before applying any.
  for (const step of steps) await checked(api, step, declared);
  if (!dryRun) for (const step of steps) await done(api, step, declared);
  print(json ? asJson({ applied: !dryRun, changes: steps.map(stepJson) }) : textOf(steps, dryRun));
}

function refuseTwins({ monitors, positionOf }: MonitorFile, stored: readonly Monitor[]): void {
  for (const [index, { name }] of monitors.entries()) {
    const twins = stored.filter((each) => each.name === name);
    if (twins.length > 1)
      throw usage(
        `${positionOf(index, "name")}: ${twins.length} monitors of the project are named ${name}: rename or delete all but one`,
      );
  }
}

/** Has the service validate a monitor without storing it. */
async function checked(api: ApiClient, step: Step, { monitors, positionOf }: MonitorFile): Promise<void> {
  if (step.action !== "create" && step.action !== "change") return;
  const monitor = monitors[step.index];
  if (!monitor) return;
  const { name, condition, checks } = monitor;
  const body = { name, condition, checks, hours: 1, examine: 1 };
  await withPosition(
    (field) => positionOf(step.index, field),
    () => api.send("POST /monitors/preview", { body }),
  );
}

async function done(api: ApiClient, step: Step, { positionOf }: MonitorFile): Promise<unknown> {
  switch (step.action) {
    case "create":
      return withPosition(
        (field) => positionOf(step.index, field),
        () => api.send("POST /monitors", { body: step.declared }),
      );
    case "change": {
      const { id, revision } = step.stored;
      const change = Object.fromEntries(step.fields.map(({ field, after }) => [field, after]));
      return withPosition(
        (field) => positionOf(step.index, field),
        () => api.send("PATCH /monitors/{id}", { path: { id }, body: { ...change, revision } }),
      );
    }
    case "delete":
      return api.send("DELETE /monitors/{id}", { path: { id: step.stored.id } });
    case "keep":
      return undefined;
    default:
      return step satisfies never;
  }
}

const stepJson = (step: Step) => ({
  name: step.name,
  action: step.action,
  ...(step.action === "change" ? { fields: step.fields } : {}),
});

const signs: Readonly<Record<Step["action"], string>> = { create: "+", change: "~", keep: "=", delete: "-" };
const words: Readonly<Record<Step["action"], string>> = {
  create: "created",
  change: "changed",
  keep: "as declared",
  delete: "deleted",
};

function textOf(steps: readonly Step[], dryRun: boolean): string {
  const lines = steps.flatMap((step) => [
    `${signs[step.action]} ${step.name}`,
    ...(step.action === "change"
      ? step.fields.map(
          ({ field, before, after }) => `    ${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
        )
      : []),
  ]);
  const counts = (Object.keys(words) as Step["action"][]).flatMap((action) => {
    const count = steps.filter((step) => step.action === action).length;
    return count === 0 ? [] : [`${count} ${dryRun && action !== "keep" ? `to be ${words[action]}` : words[action]}`];
  });
  return [...lines, counts.length === 0 ? "the file declares no monitor" : counts.join(", ")].join("\n");
}
