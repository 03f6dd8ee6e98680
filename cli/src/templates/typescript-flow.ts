export const typescriptFlow = `import { Gaffe, TestRunType } from "@gaffe/sdk";

const gaffe = new Gaffe({ api_key: process.env.GAFFE_TOKEN });

const scenario = await gaffe.create_scenario_set({
  name: "Example",
  update: true, // other rows become the next version of the set
  seed_data: [
    {
      input: "Delete my account",
      result: { name: "delete_account", parameter_definitions: { user: { value: "me", type: "string", required: true } } },
    },
    {
      input: "What does it cost?",
      result: { name: "show_prices", parameter_definitions: { currency: { value: "EUR", type: "string", required: false } } },
    },
  ],
});

// Your own code: call your model or agent here.
const invoke = async (input: string) => ({
  model_prediction: {
    tool_calls: [input.startsWith("Delete") ? { name: "delete_account", parameters: { user: "me" } } : { name: "show_prices", parameters: {} }],
  },
  model_input: input,
});

const model = await gaffe.register_model({ name: "Example agent", models: { type: "custom", invoke }, update: true });

const run = await model.run_test({
  name: "Example run",
  scenario,
  type: TestRunType.NL_GENERATION,
  calculate_metrics: true,
  checks: ["is_function_correct", "are_required_params_present", "are_all_params_expected", "do_param_values_match"],
});

console.log(\`See \${run.app_link}\`);
`;
