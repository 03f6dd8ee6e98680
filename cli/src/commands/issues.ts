import type { Command } from "commander";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { apiOfSettings } from "../api.ts";
import { asApi, asJson, print, warnOfMore } from "../print.ts";
import { upTo200 } from "./numbers.ts";

interface Options {
  readonly limit: number;
  readonly json: boolean;
}

export function addIssueCommands(program: Command): void {
  const issues = program.command("issues").description("show issues and resolve them");
  issues
    .command("list")
    .description("list issues that match a query; default: open ones")
    .argument("[query]", "as in the search box", "state:open")
    .option("-n, --limit <count>", "maximum number of rows", upTo200, 20)
    .option("--json", asApi, false)
    .addHelpText("after", "\nExamples:\n  gaffe issues list 'severity:critical check:model_refusal'")
    .action(async (q: string, options: Options) => print(await listIssues(apiOfSettings(), q, options)));
  issues
    .command("show")
    .description("show an issue as Markdown, with its evidence")
    .argument("<number>")
    .option("--json", asApi, false)
    .action(async (number: string, { json }: Options) => {
      const request = { path: { id: number } };
      const api = apiOfSettings();
      if (json) print(asJson(await api.send("GET /issues/{id}", request)));
      else print(await api.text("GET /issues/{id}", { ...request, query: { as: "markdown" } }));
    });
  issues
    .command("resolve")
    .description("resolve an issue; the same finding later brings it back")
    .argument("<number>")
    .option("--json", asApi, false)
    .action(async (id: string, { json }: Options) => {
      const issue = await apiOfSettings().send("PATCH /issues/{id}", { path: { id }, body: { state: "resolved" } });
      print(json ? asJson(issue) : `#${issue.number} is ${issue.state}: ${issue.title}`);
    });
}

/** Lists issues, one per line or as JSON. */
async function listIssues(api: ApiClient, q: string, { limit, json }: Options): Promise<string> {
  const page = await api.send("GET /issues", { query: { q, limit } });
  if (json) return asJson(page);
  if (page.items.length === 0) return "no issue matches";
  warnOfMore(page, "--limit takes up to 200");
  return page.items
    .map(({ number, severity, state, occurrences, title, subtitle }) =>
      [
        [`#${number}`.padEnd(6), severity.padEnd(9), state.padEnd(13), `${occurrences}×`.padEnd(8), title].join(""),
        ...(subtitle === undefined || subtitle === "" ? [] : [`${" ".repeat(36)}${subtitle}`]),
      ].join("\n"),
    )
    .join("\n");
}
