import type { Definition, NewTestRun, TestRun } from "../../platform/api/types.ts";
import type { ChosenModel } from "../models/draft.ts";
import { providerIn } from "../models/words.ts";

export type { NewTestRun };
export type RunType = NonNullable<NewTestRun["type"]>;
type Simulation = NonNullable<TestRun["simulation"]>;
export type Options = Readonly<Record<string, unknown>>;

export const emptyRun = {
  /** Empty: the default name, from model and set. */
  name: "",
  tags: "",
  repeats: "1",
  concurrency: "8",
  atK: "1, 3, 5, 10",
  similarity: "normalized" as NonNullable<NewTestRun["similarity"]>,
  /** Only of checks whose options differ from the default. */
  options: {} as Readonly<Record<string, Options>>,
  /** Names of checks that the run may pass without; those that are no longer chosen stay here. */
  allowSkipped: [] as readonly string[],
  /** The simulated user, played by the chosen model. */
  simulation: {
    by: "active" as ChosenModel["by"],
    model: "",
    judge: "",
    prompt: "You are a customer. {scenario_input}",
    temperature: "0.6",
    firstTurn: "driver" as Simulation["firstTurn"],
    maxTurns: "5",
    phrase: "",
    stopCheck: "",
    stopOn: true,
    everyTurn: false,
  },
  /** By provider, for this run alone. */
  keys: {} as Readonly<Record<string, string>>,
};

/** Form values of a run, besides those in its address. Numbers and lists are texts as typed. */
export type RunDraft = Readonly<typeof emptyRun>;
export type SimulationDraft = Readonly<RunDraft["simulation"]>;

export const typeWords: Readonly<Record<RunType, string>> = {
  NL_GENERATION: "Text, or function calls",
  MULTI_CLASS_CLASSIFICATION: "Classification: the result is a label",
  INFORMATION_RETRIEVAL: "Retrieval: the result is a list of ids",
  MULTI_TURN: "Conversation with a simulated user",
  AGENT_EVAL: "An agent's calls, in their order",
  INVARIANT: "Invariance: rows of one seed, one answer",
};
export const runTypes = Object.keys(typeWords) as readonly RunType[];

/** Returns the form values of an earlier run. Keys are never stored, so they are empty. */
export function draftOf(run: TestRun): RunDraft {
  const { simulation, checks } = run;
  const withOptions = checks.filter(({ local, options }) => local === undefined && Object.keys(options).length > 0);
  return {
    ...emptyRun,
    name: run.name,
    tags: run.tags.join(", "),
    repeats: `${run.repeats}`,
    concurrency: `${run.concurrency}`,
    atK: run.atK.length === 0 ? emptyRun.atK : run.atK.join(", "),
    similarity: run.similarity ?? emptyRun.similarity,
    options: Object.fromEntries(withOptions.map(({ check, options }) => [check, options])),
    allowSkipped: run.allowSkipped,
    ...(simulation ? { simulation: simulationDraftOf(simulation) } : {}),
  };
}

function simulationDraftOf({ driver, firstTurn, maxTurns, stop, checksAtEveryTurn }: Simulation): SimulationDraft {
  return {
    by: driver.model !== undefined ? "provider" : driver.judge !== undefined ? "judge" : "active",
    model: driver.model ?? "",
    judge: driver.judge ?? "",
    prompt: driver.promptTemplate,
    temperature: `${driver.temperature}`,
    firstTurn,
    maxTurns: `${maxTurns}`,
    phrase: stop?.phrase ?? "",
    stopCheck: stop?.check?.check ?? "",
    stopOn: stop?.check?.stopOn ?? true,
    everyTurn: checksAtEveryTurn,
  };
}

interface About {
  readonly name: string;
  readonly scenarioId: string;
  readonly modelId: string;
  readonly type: RunType;
  readonly checks: readonly string[];
}

export function runOf(draft: RunDraft, { type, checks, ...about }: About): NewTestRun {
  const keys = Object.entries(draft.keys).filter(([, key]) => key !== "");
  const tags = textsIn(draft.tags);
  const allowSkipped = draft.allowSkipped.filter((name) => checks.includes(name));
  return {
    ...about,
    type,
    checks: checks.map((check) => ({ check, options: draft.options[check] ?? {} })),
    ...(allowSkipped.length === 0 ? {} : { allowSkipped }),
    ...(tags.length === 0 ? {} : { tags }),
    repeats: Number(draft.repeats),
    concurrency: Number(draft.concurrency),
    ...(type === "INFORMATION_RETRIEVAL" ? { atK: textsIn(draft.atK).map(Number) } : {}),
    ...(type === "INVARIANT" ? { similarity: draft.similarity } : {}),
    ...(type === "MULTI_TURN" ? { simulation: simulationOf(draft.simulation) } : {}),
    ...(keys.length === 0 ? {} : { apiKeys: Object.fromEntries(keys) }),
  };
}

function simulationOf(draft: SimulationDraft): NonNullable<NewTestRun["simulation"]> {
  const { by, model, judge, prompt, temperature, firstTurn, maxTurns, phrase, stopCheck, stopOn, everyTurn } = draft;
  const stop = {
    ...(phrase.trim() === "" ? {} : { phrase: phrase.trim() }),
    ...(stopCheck === "" ? {} : { check: { check: stopCheck, stopOn } }),
  };
  return {
    driver: {
      promptTemplate: prompt,
      temperature: Number(temperature),
      ...(by === "provider" ? { model: model.trim() } : {}),
      ...(by === "judge" ? { judge } : {}),
    },
    firstTurn,
    maxTurns: Number(maxTurns),
    ...(Object.keys(stop).length === 0 ? {} : { stop }),
    checksAtEveryTurn: everyTurn,
  };
}

/** Returns the providers whose keys the run may need: the model's, and the simulated user's. */
export function providersOf(definition: Definition | undefined, type: RunType, { by, model }: SimulationDraft) {
  const driver = type === "MULTI_TURN" && by === "provider" ? /^([a-z0-9-]+)\//.exec(model)?.[1] : undefined;
  const all = [definition ? providerIn(definition) : "", driver ?? ""].filter((provider) => provider !== "");
  return [...new Set(all)];
}

const textsIn = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
