import type { Command } from "commander";
import { doctor } from "../doctor.ts";
import { init, languages } from "../init.ts";
import { asJson, print } from "../print.ts";
import { reporters } from "../reporters/index.ts";
import { type RunOptions, rewrite, run, runWatching } from "../run.ts";
import { schema } from "../settings/nested.ts";
import { collected } from "./collected.ts";
import { atLeastOne, share } from "./numbers.ts";

export function addRunCommands(program: Command): void {
  program
    .command("init")
    .description("write .gaffe/config.yml and an example flow")
    .option("-l, --language <language>", `${languages.join(", ")}; default: the language of the project here`)
    .option("--force", "overwrite existing files", false)
    .action(({ language, force }: { language?: string; force: boolean }) => print(init(language, force)));

  program
    .command("run")
    .description("run the flows of .gaffe")
    .option("-f, --flow <name>", "only this one; may be repeated", collected, [])
    .option("-r, --reporter <name>", Object.keys(reporters).join(", "))
    .option("--json", "as --reporter json", false)
    .option("-o, --output <file>", "write the report to a file; its name decides on the reporter: .html .xml .md .json")
    .option(
      "--fail-under <share>",
      "share of checks that must pass, 0 to 1; all, unless every run has a baseline",
      share,
    )
    .option("--baseline <run>", "an id, latest, or a tag: fail where a run of the same name became significantly worse")
    .option("--tag <tag>", "add this tag to all runs; may be repeated", collected, [])
    .option(
      "--concurrency <rows>",
      "maximum number of rows in progress, over all flows; default: 32, or what a flow sets; 1: one flow after another",
      atLeastOne,
    )
    .option("--cache", "use responses of an earlier run of the same model, prompt and rows; default: not in a build")
    .option("--no-cache", "call the models of YAML flows in any case")
    .option("--watch", "run again after each change of a file of .gaffe", false)
    .option("--resume <run>", "resume this run of a model that the service calls, instead of running the flows")
    .option("--allow-skipped <check>", "pass although this check gives no verdict; may be repeated", collected, [])
    .addHelpText(
      "after",
      `
Examples:
  gaffe run                                         all flows, as a group
  gaffe run -f example -f other -o report.html      two flows, and a page with the failing rows
  gaffe run -f example --reporter junit -o report.xml
  gaffe run -f example --watch                      again after each change
  gaffe run --fail-under 0.95                       status 1 where fewer checks passed
  gaffe run --baseline branch:main --tag pull:12    status 1 where a check became significantly worse

Exit status: 0 ok, 1 checks failed, 2 usage, 3 token, 4 network`,
    )
    .action(({ json, watch, ...options }: RunOptions & { json: boolean; watch: boolean }) =>
      (watch ? runWatching : run)(json ? { ...options, reporter: "json" } : options),
    );

  program
    .command("flows")
    .description("about flows in YAML")
    .command("schema")
    .description("write the JSON Schema of a flow, for editors")
    .action(() => print(asJson(schema)));

  program
    .command("report")
    .description("write a report of gaffe run --reporter json in another form")
    .argument("<file>")
    .option("-r, --reporter <name>", Object.keys(reporters).join(", "), "console")
    .action((file: string, { reporter }: { reporter: string }) => print(rewrite(file, reporter)));

  program
    .command("doctor")
    .description("check the settings, the service and the token that a run needs")
    .option("--json", "as JSON", false)
    .action(({ json }: { json: boolean }) => (json ? asOne() : doctor(print)));
}

async function asOne(): Promise<void> {
  const lines: string[] = [];
  try {
    await doctor((line) => lines.push(line));
  } finally {
    print(asJson({ items: lines.map((line) => ({ ok: !line.startsWith("✗"), message: line.slice(2) })) }));
  }
}
