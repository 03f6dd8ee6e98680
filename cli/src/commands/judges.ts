import type { Command } from "commander";
import type { Judge } from "../../../packages/api-client/src/api.ts";
import { apiOfSettings } from "../api.ts";
import { Exit, exitCodes, usage } from "../exit.ts";
import { named } from "../named.ts";
import { asApi, asJson, columns, print } from "../print.ts";

export function addJudgeCommands(program: Command): void {
  const judges = program
    .command("judges")
    .description("list judge models, show one, test whether one answers as it must");
  judges.command("list").description("list judge models").option("--json", asApi, false).action(list);
  judges
    .command("show")
    .description("show the settings of a judge model")
    .argument("[judge]", "an id or a name; default: the active one")
    .option("--json", asApi, false)
    .action(async (wanted: string | undefined, { json }: { json: boolean }) => {
      const judge = await judgeNamed(wanted);
      print(json ? asJson(judge) : settingsText(judge));
    });
  judges
    .command("test")
    .description("call a judge model once; status 1 if its answer is not usable, with what is wrong")
    .argument("[judge]", "an id or a name; default: the active one")
    .option("--json", asApi, false)
    .action(test);
}

const read = async (): Promise<readonly Judge[]> => (await apiOfSettings().send("GET /judges", {})).items;

async function list({ json }: { json: boolean }): Promise<void> {
  const items = await read();
  if (json) return print(asJson({ items }));
  if (items.length === 0) return print("there is no judge model: create one under Settings > Judges");
  print(
    columns(
      items.map(({ id, name, kind, model, isActive, hasKey, breaker }) => [
        isActive ? "active" : "",
        id,
        name,
        kind,
        model,
        [...(hasKey ? [] : ["no key"]), ...(breaker.state === "closed" ? [] : [breaker.reason ?? breaker.state])].join(
          ", ",
        ),
      ]),
    ),
  );
}

async function judgeNamed(wanted: string | undefined): Promise<Judge> {
  const items = await read();
  if (wanted !== undefined) return named(items, wanted, "judge model");
  const active = items.find(({ isActive }) => isActive);
  if (active) return active;
  throw usage("no judge model is active: name one, or create one under Settings > Judges");
}

const recordKeeping: ReadonlySet<string> = new Set(["createdAt", "updatedAt", "revision"]);

function settingsText(judge: Judge): string {
  const shown = Object.entries(judge).filter(([key, value]) => value !== undefined && !recordKeeping.has(key));
  return columns(shown.map(([key, value]) => [key, typeof value === "object" ? JSON.stringify(value) : String(value)]));
}

async function test(wanted: string | undefined, { json }: { json: boolean }): Promise<void> {
  const { id, name } = await judgeNamed(wanted);
  const tried = await apiOfSettings().send("POST /judges/{id}/test", { path: { id } });
  const { ok, problem, verdict } = tried;
  if (json) print(asJson(tried));
  else print(`${ok ? "✓" : "✗"} ${name}: ${problem ?? verdict.explanation ?? verdict.state}`);
  if (!ok) throw new Exit(exitCodes.checksFailed, `the judge model ${name} is not usable: ${problem ?? verdict.state}`);
}
