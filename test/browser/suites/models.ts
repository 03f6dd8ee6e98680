import { describe, expect, test } from "vitest";
import type { Web } from "../../support/clients/web.ts";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";

const p = "/p/global";

/** Models are registered, tested and changed, and rows are generated, on their pages. */
export function describeModels(web: () => Web): void {
  describe("models and rows", () => {
    test("an application behind HTTP is tested on a row before it is registered, with its secret, and corrected", async () => {
      await using application = await openFakeProvider();
      application.answerWith(({ rawHeaders, body }, response) => {
        const isIn = rawHeaders.includes("Bearer s3cret");
        response.writeHead(isIn ? 200 : 401, { "content-type": "application/json" });
        response.end(JSON.stringify({ reply: { text: `You said ${body.toString()}`, token: "s3cret" } }));
      });
      await web().api("/scenario-sets", { name: "Wishes", seedData: [{ input: { wish: "a lamp", order: 17 } }] });
      const page = await web().open(`${p}/models/new`);
      const form = page.getByRole("form", { name: "New model" });
      await form.getByLabel("Name", { exact: true }).fill("Shop application");
      await form.getByLabel("What answers").selectOption("http");
      await page.getByLabel("Row of").selectOption({ label: "Wishes (1)" });
      const turn = form.getByRole("group", { name: "Next turn" });
      await turn.getByLabel("Address").fill(`http://127.0.0.1:${application.port}/chat`);
      await turn.getByLabel("Headers, one a line").fill("Authorization: Bearer {secret.TOKEN}");
      await turn.getByLabel("Body, JSON").fill('{"text": ""}');
      await turn.getByLabel("Body, JSON").press("End");
      for (const _ of '"}') await turn.getByLabel("Body, JSON").press("ArrowLeft");
      // A placeholder that the row offers is inserted at the cursor.
      await form.getByRole("button", { name: "{scenario_input.wish}" }).click();
      await turn.getByLabel("Path of the text in the response").fill("response.text");
      await form.getByLabel("TOKEN", { exact: true }).fill("s3cret");
      await page.getByRole("button", { name: "Try it" }).click();
      const came = page.getByRole("status", { name: "Response" });
      await came.getByText("the answer holds nothing at response.text").waitFor();
      // The response shows where the text is, and masks the secret.
      await came.getByText('{"reply":{"text":"You said {\\"text\\":\\"a lamp\\"}","token":"[secret]"}}').waitFor();
      await turn.getByLabel("Path of the text in the response").fill("response.reply.text");
      await page.getByRole("button", { name: "Try it" }).click();
      await came.locator(".msg.assistant").getByText('You said {"text":"a lamp"}').waitFor();
      await form.getByRole("button", { name: "Register the model" }).click();
      await page.getByRole("heading", { name: "Shop application" }).waitFor();
      await page.getByText(/^Stored: TOKEN for http:\/\/127\.0\.0\.1/).waitFor();
      // The stored secret is used from now on.
      await page.getByRole("button", { name: "Try it" }).click();
      await page.locator(".msg.assistant").getByText('You said {"text":"a lamp"}').waitFor();
      expect(page.misdeeds).toEqual({ requests: [], errors: [] });
      await page.context().close();
    });

    test("an unreadable value is reported at its field, and a refusal of the service with its reason", async () => {
      const page = await web().open(`${p}/models/new`);
      const form = page.getByRole("form", { name: "New model" });
      await form.getByLabel("Name", { exact: true }).fill("Mistaken");
      await form.getByLabel("Model", { exact: true }).fill("corner/small");
      await form.getByText("Tools, parameters, a whole dialog").click();
      await form.getByLabel(/^Tools/).fill("[{]");
      await form.getByRole("button", { name: "Register the model" }).click();
      await form.getByText("This is not JSON.").first().waitFor();
      await form.getByLabel(/^Tools/).fill("");
      await form.getByLabel("User prompt").fill("{scenario_inptu}");
      await form.getByRole("button", { name: "Register the model" }).click();
      await form.getByText(/did you mean scenario_input\?/).waitFor();
      await page.context().close();
    });

    test("a custom model is not started here: the code that starts it is shown", async () => {
      const page = await web().open(`${p}/models`);
      await page.getByRole("link", { name: "Run Intent model" }).click();
      await page.getByLabel("Scenario set").selectOption({ label: "Intents (3)" });
      await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("MULTI_CLASS_CLASSIFICATION");
      await page
        .getByLabel("The run in TypeScript", { exact: true })
        .getByText("TestRunType.MULTI_CLASS_CLASSIFICATION")
        .waitFor();
      await page.getByLabel("Find a check").fill("is_json");
      await page.getByRole("button", { name: / is_json$/ }).click();
      await page.getByText("Checks that may give no verdict").click();
      await page.getByRole("checkbox", { name: "is_json", exact: true }).check();
      await page.getByRole("button", { name: "Python" }).click();
      const text = await page.getByLabel("The run in Python", { exact: true }).innerText();
      expect(text).toContain('gaffe.register_model("Intent model", MyAgent(), update=True)');
      expect(text).toContain('allow_skipped=["is_json"]');
      expect(await page.getByRole("button", { name: "Start the run" }).count()).toBe(0);
      await page.context().close();
    });

    test("rows are generated by rule: looked at first, those that a check fails left out", async () => {
      await web().api("/scenario-sets", {
        name: "To vary",
        seedData: [{ input: "Where is my order?", result: "orders" }, { input: '{"a": "Where is it?"}' }],
      });
      const page = await web().open(`${p}/scenarios`);
      await page.getByRole("link", { name: "To vary" }).click();
      await page.getByRole("button", { name: "Generate rows" }).click();
      const dialog = page.getByRole("dialog", { name: "Generate rows from To vary" });
      await dialog.getByLabel("Rows of each seed").fill("3");
      await dialog.getByLabel("Find a check").fill("is_json");
      await dialog.getByRole("button", { name: / is_json$/ }).click();
      await dialog.getByRole("button", { name: "Preview" }).click();
      await dialog.getByText("3 rows were refused by a check:").waitFor();
      expect(await dialog.getByRole("table", { name: "Generated rows" }).getByRole("row").count()).toBe(1 + 3);
      await dialog.getByRole("button", { name: "Generate the set" }).click();
      await dialog.getByText("3 rows are in To vary, varied.").waitFor();
      await dialog.getByRole("link", { name: "Open the set" }).click();
      await page.getByRole("heading", { name: "To vary, varied" }).waitFor();
      await page
        .getByRole("row", { name: /WORD_QWERTY_MISSPELL$/ })
        .first()
        .waitFor();
      await page.context().close();
    });

    test("a set is given other rows, another name, and deleted", async () => {
      await web().api("/scenario-sets", { name: "Passing", seedData: [{ input: "a", result: "b" }] });
      const page = await web().open(`${p}/scenarios`);
      await page.getByRole("link", { name: "Passing" }).click();
      const more = async (what: string) => {
        await page.getByRole("button", { name: "More about the set" }).click();
        await page.getByRole("button", { name: what }).click();
      };
      await more("Other rows: the next version");
      await page.getByLabel("Or paste the rows").fill('{"input": "c", "result": "d"}\n{"input": "e"}');
      await page.getByRole("button", { name: "Save version 2" }).click();
      await page.getByText("2 rows · version 2").waitFor();
      await page.getByRole("row", { name: "c d by hand" }).waitFor();
      await more("Name and tags");
      await page.getByRole("dialog").getByLabel("Name").fill("Past");
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Past", exact: true }).waitFor();
      await more("Delete");
      await page.getByRole("button", { name: "Delete for ever" }).click();
      await page.getByRole("link", { name: "To vary, varied" }).waitFor();
      expect(await page.getByRole("link", { name: "Past", exact: true }).count()).toBe(0);
      await page.context().close();
    });

    test("an admin gives the project a provider's key and an upstream", async () => {
      const page = await web().open(`${p}/settings/providers`);
      await page.evaluate(`sessionStorage.setItem("gaffe.token", ${JSON.stringify(web().service.token)})`);
      await page.reload();
      const upstream = page.getByRole("form", { name: "New upstream" });
      await upstream.getByLabel("Id").fill("house");
      await upstream.getByLabel("Address, with the version").fill("https://models.example.com/v1");
      await upstream.getByRole("button", { name: "Add upstream" }).click();
      await page.getByRole("button", { name: "Delete house" }).waitFor();
      await page.getByLabel("Provider, or upstream").fill("house");
      await page.getByLabel("Its key").fill("sk-house");
      await page.getByRole("button", { name: "Give the key" }).click();
      await page.getByRole("row", { name: /^house models\.example\.com/ }).waitFor();
      await page.getByRole("button", { name: "Delete the key of house" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete for ever" }).click();
      await expect.poll(() => page.getByRole("row", { name: /^house models/ }).count()).toBe(0);
      await page.context().close();
    });
  });
}
