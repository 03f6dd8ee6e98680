import { Command, CommanderError, InvalidArgumentError } from "commander";
import { createApi } from "./api.ts";
import { readConfig } from "./config.ts";
import { doctor } from "./doctor.ts";
import { Exit, exitCodes } from "./exit.ts";
import { init, languages } from "./init.ts";
import { listIssues, listProjects, resolveIssue, searchDatapoints, showIssue } from "./look.ts";
import { reporters } from "./reporters/index.ts";
import { run } from "./run.ts";

const version = "0.1.0";
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const api = () => createApi(readConfig(process.env));

const program = new Command("gaffe")
  .description("Offline flows, issues and datapoints of Gaffe")
  .version(version, "-v, --version")
  .showSuggestionAfterError()
  .showHelpAfterError("(--help lists commands)")
  .exitOverride()
  .addHelpText(
    "after",
    `
Examples:
  gaffe init --language typescript     write .gaffe/config.yml and an example flow
  gaffe run                            run all flows of .gaffe/flows
  gaffe run -f example --reporter junit --output report.xml
  gaffe issues list 'severity:critical'

Exit status: 0 ok, 1 checks failed, 2 usage, 3 token, 4 network`,
  );

program
  .command("init")
  .description("write .gaffe/config.yml and an example flow")
  .requiredOption("-l, --language <language>", languages.join(", "))
  .option("--force", "overwrite what is there", false)
  .action(({ language, force }: { language: string; force: boolean }) => print(init(language, force)));

program
  .command("run")
  .description("run the flows of .gaffe")
  .option("-f, --flow <name>", "only this one")
  .option("-r, --reporter <name>", Object.keys(reporters).join(", "), "console")
  .option("-o, --output <file>", "write the report to a file")
  .option("--fail-under <share>", "share of checks that must pass, 0 to 1", share, 1)
  .action((options: { flow?: string; reporter: string; output?: string; failUnder: number }) => run(options));

const issues = program.command("issues").description("look at issues and resolve them");
issues
  .command("list")
  .argument("[query]", "as in the search box", "state:open")
  .option("-n, --limit <count>", "at most so many", count, 20)
  .option("--json", "as the API gives them", false)
  .action(async (q: string, options: { limit: number; json: boolean }) =>
    print(await listIssues(api(), { q, ...options })),
  );
issues
  .command("show")
  .argument("<number>")
  .action(async (number: string) => print(await showIssue(api(), number)));
issues
  .command("resolve")
  .argument("<number>")
  .action(async (number: string) => print(await resolveIssue(api(), number)));

program
  .command("datapoints")
  .description("look at datapoints")
  .command("search")
  .argument("[query]", "as in the search box", "")
  .option("-n, --limit <count>", "at most so many", count, 20)
  .option("--json", "as the API gives them", false)
  .action(async (q: string, options: { limit: number; json: boolean }) =>
    print(await searchDatapoints(api(), { q, ...options })),
  );

program
  .command("projects")
  .description("list projects")
  .action(async () => print(await listProjects(api())));
program
  .command("doctor")
  .description("look at what a run needs")
  .action(() => doctor(print));

function share(text: string): number {
  const value = Number(text);
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError("it must be from 0 to 1.");
  return value;
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 200) throw new InvalidArgumentError("it must be from 1 to 200.");
  return value;
}

try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof Exit) {
    process.stderr.write(`gaffe: ${thrown.message}\n`);
    process.exitCode = thrown.code;
  } else if (thrown instanceof CommanderError) {
    // What was asked for (help, version) ends it well; everything else is a mistake of the caller, told already.
    process.exitCode = thrown.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  } else throw thrown;
}
