import { Gaffe } from "../../../sdk/typescript/src/index.ts";
import { openFlowProvider } from "../providers/flow-provider.ts";
import { eventually } from "../service/service-api.ts";

interface Target {
  readonly url: string;
  readonly token: string;
}

const orders = ["1", "2", "3", "4", "5", "6"];

export async function seedOffline({ url, token }: Target) {
  const gaffe = new Gaffe({ apiKey: token, baseUrl: url });
  const scenario = await gaffe.createScenarioSet({
    name: "Refunds",
    seedData: orders.map((order) => ({
      input: `Refund order ${order}`,
      result: { name: "refund", parameter_definitions: { order: { value: order, type: "string", required: true } } },
    })),
  });
  const run = async (name: string, wrong: readonly string[]) => {
    const invoke = (input: string) => {
      const order = input.slice(-1);
      const parameters = wrong.includes(order) ? {} : { order };
      return { modelPrediction: { tool_calls: [{ name: "refund", parameters }] } };
    };
    const model = await gaffe.registerModel({ name, model: { type: "custom", invoke } });
    const checks = ["is_function_correct", "are_required_params_present"];
    return (await model.runTest({ name, scenario, checks })).id;
  };
  const labels = await gaffe.createScenarioSet({
    name: "Intents",
    seedData: ["billing", "refund", "billing"].map((result, index) => ({ input: `question ${index}`, result })),
  });
  const invoke = () => ({ modelPrediction: "billing" });
  const intent = await gaffe.registerModel({ name: "Intent model", model: { type: "custom", invoke } });
  const intents = await intent.runTest({ name: "Intents", scenario: labels, type: "MULTI_CLASS_CLASSIFICATION" });
  const talk = await seedConversation({ url, token });
  return {
    set: scenario.id,
    before: await run("Agent 1", ["2", "3"]),
    after: await run("Agent 2", ["3", "4"]),
    intents: intents.id,
    own: intent.id,
    ...talk,
  };
}

async function seedConversation({ url, token }: Target) {
  await using provider = await openFlowProvider();
  const api = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: { "api-key": token, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { id: string; state: string; items: readonly { rowId: string }[] };
  };
  await api("/upstreams", { id: "corner", baseUrl: provider.url });
  await api("/provider-keys", { provider: "corner", key: "sk-corner" });
  const customers = await api("/scenario-sets", {
    name: "Patient customers",
    seedData: [
      { input: "You bought a lamp, order 17, and want to return it. Say the number only when you are asked." },
    ],
  });
  const prompt = "You are the assistant of a furniture shop. Ask for the order's number, then say goodbye.";
  const definition = { type: "generation", model: "corner/small", systemPromptTemplate: `${prompt} Be brief.` };
  await api("/models", { name: "Corner assistant", definition });
  const model = await api("/models", {
    name: "Corner assistant",
    definition: { ...definition, systemPromptTemplate: prompt },
    update: true,
  });
  const http = await api("/models", {
    name: "Corner application",
    definition: {
      type: "http",
      auth: {
        url: "https://corner.example/login",
        body: { key: "{secret.LOGIN}" },
        tokenPath: "response.token",
      },
      nextTurn: {
        url: "https://corner.example/chat",
        headers: { Authorization: "Bearer {access_token}" },
        body: { messages: "{message_history}" },
        responsePath: "response.answer",
      },
    },
    secrets: { LOGIN: "not-a-secret" },
  });
  const { id: talk } = await api("/test-runs", {
    name: "Returns",
    type: "MULTI_TURN",
    scenarioId: customers.id,
    modelId: model.id,
    checks: ["empty_output", "model_refusal"],
    simulation: {
      driver: { model: "corner/driver", promptTemplate: "You are a customer. {scenario_input}" },
      firstTurn: "driver",
      maxTurns: 4,
      stop: { phrase: "Goodbye" },
    },
  });
  await eventually(
    () => api(`/test-runs/${talk}`),
    ({ state }) => state === "finished",
  );
  const [row] = (await api(`/test-runs/${talk}/rows`)).items;
  return { model: model.id, http: http.id, talk, try: row?.rowId ?? "" };
}
