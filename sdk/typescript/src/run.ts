import type { Http } from "./http.ts";
import type { CustomModel, Json, ModelInvocation, RunTestOptions } from "./types.ts";

interface Try {
  readonly rowId: string;
  readonly repeat: number;
  readonly input: Json;
  readonly result: Json;
}

interface Leases {
  readonly items: readonly Try[];
  readonly open: number;
}

interface Progress {
  readonly progress: { readonly waiting: number; readonly leased: number; readonly done: number };
}

const leaseSeconds = 300;
const pollMs = 1000;

/**
 * Makes the tries of a run until none is left, several at once. Each result is brought as soon as it is there: after a
 * crash of either side only the tries that were under way are made again.
 */
export async function makeTries(
  http: Http,
  runId: string,
  model: CustomModel,
  { concurrency = 8, on_progress: tell }: Pick<RunTestOptions, "concurrency" | "on_progress">,
): Promise<void> {
  const path = `/test-runs/${runId}`;
  await Promise.all(Array.from({ length: concurrency }, work));

  async function work(): Promise<void> {
    for (;;) {
      const { items, open } = await http.post<Leases>(`${path}/leases`, { count: 1, seconds: leaseSeconds });
      const [next] = items;
      if (next) await make(next);
      else if (open === 0) return;
      // What is open is in other hands, here or elsewhere: their lease may run out.
      else await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async function make(next: Try): Promise<void> {
    const { rowId, repeat } = next;
    const startedAt = new Date();
    const from = performance.now();
    const outcome = await outcomeOf(model, next);
    const durationMs = Math.round(performance.now() - from);
    await http.post(`${path}/results`, {
      items: [{ rowId, repeat, ...outcome, startedAt: startedAt.toISOString(), durationMs }],
    });
    if (!tell) return;
    const { progress } = await http.get<Progress>(path);
    tell({ done: progress.done, total: progress.done + progress.leased + progress.waiting });
  }
}

async function outcomeOf(model: CustomModel, { input, result }: Try) {
  try {
    const said: ModelInvocation | undefined = await model.invoke(input as never, result);
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
    return { modelPrediction, modelInput, modelOutputMetadata };
  } catch (thrown) {
    return { error: (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(0, 10_000) };
  }
}
