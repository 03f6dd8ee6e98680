import { Gaffe } from "../../sdk/typescript/src/index.ts";

interface Target {
  readonly url: string;
  readonly token: string;
}

const orders = ["1", "2", "3", "4", "5", "6"];

/** A set of six refunds, two runs of it that fail at different rows, and a classification. */
export async function seedOffline({ url, token }: Target) {
  const gaffe = new Gaffe({ api_key: token, base_url: url });
  const scenario = await gaffe.create_scenario_set({
    name: "Refunds",
    seed_data: orders.map((order) => ({
      input: `Refund order ${order}`,
      result: { name: "refund", parameter_definitions: { order: { value: order, type: "string", required: true } } },
    })),
  });
  const run = async (name: string, wrong: readonly string[]) => {
    const invoke = (input: string) => {
      const order = input.slice(-1);
      const parameters = wrong.includes(order) ? {} : { order };
      return { model_prediction: { tool_calls: [{ name: "refund", parameters }] } };
    };
    const model = await gaffe.register_model({ name, models: { type: "custom", invoke } });
    const checks = ["is_function_correct", "are_required_params_present"];
    return (await model.run_test({ name, scenario, checks })).id;
  };
  const labels = await gaffe.create_scenario_set({
    name: "Intents",
    seed_data: ["billing", "refund", "billing"].map((result, index) => ({ input: `question ${index}`, result })),
  });
  const invoke = () => ({ model_prediction: "billing" });
  const intent = await gaffe.register_model({ name: "Intent model", models: { type: "custom", invoke } });
  const intents = await intent.run_test({ name: "Intents", scenario: labels, type: "MULTI_CLASS_CLASSIFICATION" });
  return {
    set: scenario.scenario_id,
    before: await run("Agent 1", ["2", "3"]),
    after: await run("Agent 2", ["3", "4"]),
    intents: intents.id,
  };
}
