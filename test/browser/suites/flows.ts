import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Web } from "../../support/clients/web.ts";
import { answerTo, decideBy, openFakeJudge } from "../../support/providers/fake-judge.ts";
import { openFlowProvider } from "../../support/providers/flow-provider.ts";
import { eventually } from "../../support/service/service-api.ts";

const p = "/p/global";
const key = "sk-provider";

/** A flow as its documentation page defines it in YAML; the test does the same by hand in the browser. */
interface Flow {
  readonly model: string;
  readonly definition: {
    readonly model: string;
    readonly temperature?: number;
    readonly systemPromptTemplate: string;
    readonly userPromptTemplate?: string;
    readonly tools?: readonly object[];
  };
  readonly checks: readonly string[];
  /** The file of rows. */
  readonly rows: string;
}

function flowsOf(page: string): readonly [Flow, ...Flow[]] {
  const text = readFileSync(join(import.meta.dirname, `../../../docs/flows/${page}.md`), "utf8");
  const files = new Map(
    [...text.matchAll(/^```\w+ \.gaffe\/(\S+)\n([\s\S]*?)^```$/gm)].map(([, file = "", content = ""]) => [
      file,
      content,
    ]),
  );
  type Written = Omit<Flow, "checks" | "rows"> & { readonly checks?: readonly string[] };
  const config = parse(files.get("config.yml") ?? "") as { run: { flows: { configs: readonly Written[] } } };
  const rows = [...files].find(([file]) => file.endsWith(".jsonl"))?.[1] ?? "";
  const [first, ...others] = config.run.flows.configs.map((flow) => ({ checks: [], ...flow, rows }));
  if (!first) throw new Error(`${page} has no flow in YAML`);
  return [first, ...others];
}

const flowOf = (page: string): Flow => flowsOf(page)[0];

/** The six flows of docs/flows, done entirely in the browser unless they begin in code. */
export function describeFlows(web: () => Web): void {
  let provider: Awaited<ReturnType<typeof openFlowProvider>>;
  let judge: Awaited<ReturnType<typeof openFakeJudge>>;

  beforeAll(async () => {
    [provider, judge] = await Promise.all([openFlowProvider(), openFakeJudge()]);
    judge.behave((question) => answerTo(question, decideBy("Lamps are lovely")));
    await web().api("/judges", { name: "Mini", baseUrl: judge.url, model: "gpt-4.1-mini", key: "sk-judge" });
    await web().api("/upstreams", { id: "shop", baseUrl: provider.url });
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await judge[Symbol.asyncDispose]();
  });

  async function makeSet(page: Page, name: string, rows: string): Promise<void> {
    await web().show(page, `${p}/scenarios`);
    await page.getByRole("button", { name: "New scenario set" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Or paste the rows").fill(rows);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name, exact: true }).waitFor();
  }

  async function register(page: Page, name: string, { definition }: Pick<Flow, "definition">): Promise<void> {
    await web().show(page, `${p}/models/new`);
    const form = page.getByRole("form", { name: "New model" });
    await form.getByLabel("Name", { exact: true }).fill(name);
    await form.getByLabel("Model", { exact: true }).fill(definition.model);
    await form.getByLabel("System prompt").fill(definition.systemPromptTemplate);
    await form.getByLabel("User prompt").fill(definition.userPromptTemplate ?? "");
    await form.getByLabel("Temperature").fill(`${definition.temperature ?? ""}`);
    if (definition.tools) {
      await form.getByText("Tools, parameters, a whole dialog").click();
      await form.getByLabel(/^Tools/).fill(JSON.stringify(definition.tools));
    }
    await form.getByLabel(/^Key of this model/).fill(key);
    await form.getByRole("button", { name: "Register the model" }).click();
    await page.getByRole("heading", { name, exact: true }).waitFor();
  }

  /** Starts a run on a set from the model's page, and waits on the run's page until it has ended. */
  async function run(page: Page, set: string, checks: readonly string[], fill?: (page: Page) => Promise<void>) {
    await page.getByRole("link", { name: "Run against a scenario" }).click();
    const form = page.getByRole("form", { name: "New test run" });
    await form.getByLabel("Scenario set").selectOption({ label: set });
    await fill?.(page);
    for (const check of checks) {
      await form.getByLabel("Find a check").fill(check);
      await form.getByRole("button", { name: new RegExp(` ${check}$`) }).click();
    }
    await form.getByRole("button", { name: "Start the run" }).click();
    await page.waitForURL(/\/test-runs\/run_/);
    await page.getByText("finished", { exact: true }).waitFor();
  }

  describe("the six flows in the browser", () => {
    test("text generation, judged by a model", async () => {
      const flow = flowOf("text-generation");
      const page = await web().open(`${p}/scenarios`);
      await makeSet(page, "Questions to the shop", flow.rows);
      await register(page, flow.model, flow);
      await page.getByLabel("Row of").selectOption({ label: "Questions to the shop (3)" });
      await page.getByLabel("Row, of 3").fill("3");
      await page.getByRole("button", { name: "Try it" }).click();
      await page.getByRole("status", { name: "Response" }).getByText("Lamps are lovely, and so is the sea.").waitFor();
      await run(page, "Questions to the shop (3)", flow.checks);
      await page.getByRole("row", { name: "coherence 2 1 0 0 66.7 %" }).waitFor();
      await page.getByLabel("Only what went wrong").check();
      await page.getByRole("button", { name: "What does the oak table cost?" }).click();
      await page.getByText("It says Lamps are lovely.").first().waitFor();
      await page.locator("mark").first().waitFor();
      expect(page.misdeeds).toEqual({ requests: [], errors: [] });
      await page.context().close();
    });

    test("function calls, by four exact checks", async () => {
      const flow = flowOf("function-calls");
      const page = await web().open(`${p}/scenarios`);
      await makeSet(page, "Orders to refund", flow.rows);
      await register(page, flow.model, flow);
      await run(page, "Orders to refund (3)", flow.checks);
      await page.getByRole("row", { name: "is_function_correct 3 0 0 0 100.0 %" }).waitFor();
      await page.getByRole("row", { name: "do_param_values_match 2 1 0 0 66.7 %" }).waitFor();
      await page.getByRole("button", { name: "Give me my money back for order 19" }).click();
      const opened = page.locator("tr.opened");
      await opened.getByText("calls refund").waitFor();
      await opened.getByText('refund({"order":"19"})').waitFor();
      await opened.locator(".verdict.failed").getByText("do_param_values_match").waitFor();
      await page.context().close();
    });

    test("classification", async () => {
      const flow = flowOf("classification");
      const page = await web().open(`${p}/scenarios`);
      await makeSet(page, "Messages by intent", flow.rows);
      await register(page, flow.model, flow);
      await run(page, "Messages by intent (4)", flow.checks, () => ofType(page, "MULTI_CLASS_CLASSIFICATION"));
      await page.getByText("75.0 % right").waitFor();
      await page.getByRole("row", { name: /^pricing 1 1 / }).waitFor();
      await page.getByRole("row", { name: /^returns 0 2 / }).waitFor();
      await page.context().close();
    });

    test("retrieval", async () => {
      const flow = flowOf("retrieval");
      const page = await web().open(`${p}/scenarios`);
      await makeSet(page, "Searches", flow.rows);
      await register(page, flow.model, flow);
      await run(page, "Searches (2)", flow.checks, async () => {
        await ofType(page, "INFORMATION_RETRIEVAL");
        await page.getByLabel("Measured at the places").fill("1, 2");
      });
      await page.getByRole("row", { name: /^1 0\.500 0\.500 0\.500 0\.500/ }).waitFor();
      await page.context().close();
    });

    test("a simulated conversation", async () => {
      const flow = flowOf("conversation");
      const page = await web().open(`${p}/scenarios`);
      await makeSet(page, "Customers", flow.rows);
      await register(page, flow.model, flow);
      await run(page, "Customers (1)", flow.checks, async () => {
        await ofType(page, "MULTI_TURN");
        await page.getByLabel("Played by").selectOption({ label: "A provider's model" });
        await page.getByLabel("Model of the simulated user").fill("shop/driver");
        await page.getByLabel("Turns at most").fill("4");
        await page.getByLabel("Stop phrase").fill("Goodbye");
        await page.getByText("Keys for this run alone").click();
        await page.getByLabel("Key for shop").fill(key);
      });
      await page.getByRole("row", { name: "Ended: stop phrase 1" }).waitFor();
      await page.getByRole("button", { name: /^You bought a lamp/ }).click();
      const conversation = page.getByRole("region", { name: "Conversation", exact: true });
      expect(await conversation.locator(".msg .plain").allInnerTexts()).toEqual([
        "I want to return my lamp.",
        "Gladly. What is the number of your order?",
        "It is order 17.",
        "Order 17 can be returned. Goodbye!",
      ]);
      await conversation.getByRole("complementary", { name: "Turn 2" }).getByText("empty_output").waitFor();
      await page.reload();
      await conversation.getByRole("link", { name: "The call of turn 1" }).click();
      await page.waitForURL(/\/datapoints\//);
      await page.context().close();
    });

    test("from an issue of production to a fix", async () => {
      const [{ model, definition, checks }, changed] = flowsOf("from-issue-to-fix");
      const question = (number: number) => `Please refund order ${number}, write to customer${number}@example.com`;
      const call = { output: "I'm sorry, but I can't help with that request.", requestModel: "assistant" };
      await web().api(
        "/datapoints",
        Array.from({ length: 6 }, (_, number) => ({ ...call, input: question(number) })),
      );
      type Issues = { items: readonly { number: number; occurrences: number }[] };
      const { items } = await eventually(
        () => web().api<Issues>("/issues?q=check:model_refusal"),
        (found) => found.items[0]?.occurrences === 6,
      );
      const page = await web().open(`${p}/issues/${items[0]?.number}`);
      await page.getByRole("button", { name: "Add to scenario" }).click();
      const dialog = page.getByRole("dialog", { name: "Add to scenario" });
      await dialog.getByLabel("Name of the new set").fill("Refused refunds");
      await dialog.getByLabel("Input").selectOption("last_user_message");
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByText("6 rows are in Refused refunds, version 1").waitFor();

      await register(page, model, { definition });
      await run(page, "Refused refunds (6)", checks);
      await page.getByRole("row", { name: "model_refusal 0 6 0 0 0.0 %" }).waitFor();
      await page.getByRole("link", { name: `${model}, version 1` }).click();
      await page.getByLabel("System prompt").fill(changed?.definition.systemPromptTemplate ?? "");
      await page.getByRole("button", { name: "Save as the next version" }).click();
      await page.getByRole("button", { name: "Take v1 into the form" }).waitFor();
      await run(page, "Refused refunds (6)", checks);
      await page.getByRole("row", { name: "model_refusal 6 0 0 0 100.0 %" }).waitFor();

      await web().show(page, `${p}/test-runs`);
      for (const nth of [0, 1]) await page.getByLabel(`Compare ${model} on Refused refunds`).nth(nth).check();
      await page.getByRole("button", { name: "Compare 2" }).click();
      await page.getByText("0 worse, 6 better").waitFor();
      await page.context().close();
    });

    test("a canceled run resumes with the rows that have no result", async () => {
      const page = await web().open(`${p}/scenarios`);
      await makeSet(page, "Slow questions", '{"input": "One?"}\n{"input": "Two?"}\n{"input": "Three?"}');
      await register(page, "Slow prompt", flowOf("text-generation"));
      provider.hold();
      await page.getByRole("link", { name: "Run against a scenario" }).click();
      await page.getByLabel("Scenario set").selectOption({ label: "Slow questions (3)" });
      await page.getByRole("button", { name: "Start the run" }).click();
      await page.getByText("running, 0 of 3").waitFor();
      await page.getByRole("button", { name: "Cancel the run" }).click();
      await page.getByText("cancelled", { exact: true }).waitFor();
      provider.release();
      await page.getByRole("button", { name: "Resume" }).click();
      await page.getByText("0 of 3 attempts keep their results; 3 are made now.").waitFor();
      await page.getByRole("button", { name: "Resume run" }).click();
      await page.getByText("finished", { exact: true }).waitFor();
      await page.context().close();
    });
  });
}

const ofType = async (page: Page, type: string): Promise<void> => {
  await page.getByRole("combobox", { name: "Type", exact: true }).selectOption(type);
};
