export const typescriptFlow = `import { Gaffe, TestRunType } from "@gaffe/sdk";

const gaffe = new Gaffe({ apiKey: process.env.GAFFE_TOKEN });

const scenario = await gaffe.createScenarioSet({
  name: "Example",
  update: true, // other rows become the next version of the set
  seedData: [
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
  modelPrediction: {
    tool_calls: [input.startsWith("Delete") ? { name: "delete_account", parameters: { user: "me" } } : { name: "show_prices", parameters: {} }],
  },
  modelInput: input,
});

const model = await gaffe.registerModel({ name: "Example agent", model: { type: "custom", invoke }, update: true });

const run = await model.runTest({
  name: "Example run",
  scenario,
  type: TestRunType.NL_GENERATION,
  calculateMetrics: true,
  checks: ["is_function_correct", "are_required_params_present", "are_all_params_expected", "do_param_values_match"],
});

console.log(\`See \${run.appLink}\`);
`;
