import type { OwnModel } from "./definition.ts";
import type { Http } from "./http.ts";
import type { Json } from "./json.ts";
import { type BroughtVerdict, verdictOf } from "./local-check.ts";
import type { ModelInvocation, Turn } from "./model-types.ts";
import type { LocalCheck, RunTestOptions } from "./types.ts";

interface Try {
  readonly rowId: string;
  readonly repeat: number;
  readonly input: Json;
  readonly result: Json;
  /** Of a conversation. */
  readonly step?: number;
  readonly turn?: number;
  readonly messages?: Turn["messages"];
  readonly sessionId?: string;
}

interface Leases {
  readonly items: readonly Try[];
  readonly open: number;
}

interface Progress {
  readonly progress: { readonly waiting: number; readonly leased: number; readonly done: number };
}

interface Work {
  readonly model: OwnModel;
  readonly checks: readonly LocalCheck[];
  readonly concurrency: number;
  readonly tell: RunTestOptions["on_progress"];
  /** After every result. */
  readonly told?: () => void;
}

const leaseSeconds = 300;
/** A model may take longer than a lease lasts: it is renewed long before it runs out. */
const renewEveryMs = 100_000;
const longestPollMs = 1000;

/**
 * Makes the tries of a run until none is left, several at once. Each result is brought as soon as it is there: after a
 * crash of either side only the tries that were under way are made again.
 */
export async function makeTries(
  http: Http,
  runId: string,
  { model, checks, concurrency, tell, told }: Work,
): Promise<void> {
  const path = `/test-runs/${runId}`;
  const underWay = new Set<Try>();
  const renewing = setInterval(() => void renew(), renewEveryMs);
  renewing.unref();
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    clearInterval(renewing);
  }

  async function work(): Promise<void> {
    for (let pollMs = 50; ; ) {
      const { items, open } = await http.post<Leases>(`${path}/leases`, { count: 1, seconds: leaseSeconds });
      const [next] = items;
      if (next) {
        await make(next);
        pollMs = 50;
        continue;
      }
      if (open === 0) return;
      // What is open is in other hands, here or elsewhere: their lease may run out, or the simulated user speak.
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      pollMs = Math.min(pollMs * 2, longestPollMs);
    }
  }

  async function make(next: Try): Promise<void> {
    const { rowId, repeat, step } = next;
    underWay.add(next);
    const startedAt = new Date();
    const from = performance.now();
    const outcome = await outcomeOf(model, next);
    const durationMs = Math.round(performance.now() - from);
    const verdicts = "error" in outcome || step !== undefined ? {} : await verdictsOf(next, outcome);
    await http.post(`${path}/results`, {
      items: [{ rowId, repeat, step, ...outcome, ...verdicts, startedAt: startedAt.toISOString(), durationMs }],
    });
    underWay.delete(next);
    told?.();
    if (!tell) return;
    const { progress } = await http.get<Progress>(path);
    tell({ done: progress.done, total: progress.done + progress.leased + progress.waiting });
  }

  async function verdictsOf({ input, result }: Try, answer: Answer): Promise<{ verdicts?: BroughtVerdict[] }> {
    if (checks.length === 0) return {};
    const subject = {
      model_output: answer.modelPrediction,
      model_input: answer.modelInput ?? input,
      scenario_input: input,
      scenario_result: result,
      metadata: answer.modelOutputMetadata ?? null,
    };
    return { verdicts: await Promise.all(checks.map((check) => verdictOf(check, subject))) };
  }

  async function renew(): Promise<void> {
    const items = [...underWay].map(({ rowId, repeat }) => ({ rowId, repeat }));
    if (items.length === 0) return;
    // What could not be renewed now is, next time; a try that is made twice keeps its first result.
    await http.post(`${path}/leases/renew`, { items, seconds: leaseSeconds }).catch(() => undefined);
  }
}

interface Answer {
  readonly modelPrediction: Json;
  readonly modelInput?: Json | undefined;
  readonly modelOutputMetadata?: Json | undefined;
  readonly sessionId?: string;
}

interface Invoked {
  readonly said: ModelInvocation | undefined;
  readonly sessionId?: string;
}

async function invoked(model: OwnModel, { input, result, messages, turn = 1, sessionId }: Try): Promise<Invoked> {
  if (model.type === "custom") {
    if (messages) throw new Error("a conversation needs a model of the type custom_multiturn");
    return { said: await model.invoke(input as never, result) };
  }
  const session = sessionId ?? (await model.start_session?.(input));
  const said = await model.invoke({ messages: messages ?? [], scenario_input: input, session_id: session, turn });
  return {
    said: typeof said === "string" ? { model_prediction: said } : said,
    ...(session === undefined ? {} : { sessionId: session }),
  };
}

async function outcomeOf(model: OwnModel, next: Try): Promise<Answer | { readonly error: string }> {
  try {
    const { said, ...session } = await invoked(model, next);
    if (said?.model_prediction === undefined) {
      return {
        error: "invoke returned no model_prediction: return {model_prediction, model_input?, model_output_metadata?}",
      };
    }
    const {
      model_prediction: modelPrediction,
      model_input: modelInput,
      model_output_metadata: modelOutputMetadata,
    } = said;
    return { modelPrediction, modelInput, modelOutputMetadata, ...session };
  } catch (thrown) {
    return { error: (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(0, 10_000) };
  }
}
