import {
  type Loose,
  looseList,
  looseNumber,
  looseObject,
  looseObjects,
  looseText,
  parsedJson,
} from "../../../lib/loose-json.ts";
import type { Assembled } from "./reading.ts";
import { createTextShape } from "./text-shape.ts";

interface Choice {
  content: string;
  text: string;
  refusal: string;
  reasoning: string;
  finishReason: string | undefined;
  readonly calls: Map<number, { id: string | undefined; name: string; arguments: string }>;
}

/** Chunks of chat (or legacy) completions. Usage may come in a last chunk without choices, or in the last choice. */
export function assembleChat(events: readonly { readonly data: string }[]): Assembled {
  const choices = new Map<number, Choice>();
  let [id, model, usage, error, done]: [string?, string?, Loose?, Loose?, boolean?] = [];
  const shape = createTextShape(isNewsOf);
  for (const { data } of events) {
    const text = shape.read(data);
    const only = text === undefined ? undefined : choices.get(0);
    if (text !== undefined && only) {
      only.content += text;
      continue;
    }
    if (data.trim() === "[DONE]") done = true;
    const chunk = looseObject(parsedJson(data));
    if (!chunk) continue;
    const news = newsOf(chunk);
    if (news !== undefined && id !== undefined && model !== undefined) shape.learn(data, news);
    id ??= looseText(chunk["id"]);
    model ??= looseText(chunk["model"]);
    usage = looseObject(chunk["usage"]) ?? looseObject(looseObject(chunk["x_groq"])?.["usage"]) ?? usage;
    error ??= looseObject(chunk["error"]);
    for (const choice of looseObjects(chunk["choices"])) addChoice(choices, choice);
  }
  if (id === undefined && choices.size === 0) return { response: undefined, error, ended: done === true };
  const ended = done === true || [...choices.values()].some(({ finishReason }) => finishReason !== undefined);
  return { response: { id, model, usage, choices: [...choices].sort(byIndex).map(asChoice) }, error, ended };
}

/** The text of an event that brings a piece of the first choice's content and nothing else. */
function newsOf(chunk: Loose): string | undefined {
  const [choice, ...others] = looseList(chunk["choices"]).map(looseObject);
  const delta = looseObject(choice?.["delta"]);
  const alone = others.length === 0 && delta !== undefined && Object.keys(delta).length === 1;
  const first = (looseNumber(choice?.["index"]) ?? 0) === 0;
  const quiet = (value: unknown) => value === undefined || value === null;
  if (!choice || !alone || !first || !quiet(choice["finish_reason"]) || choice["text"] !== undefined) return undefined;
  if (!quiet(chunk["usage"]) || !quiet(chunk["error"]) || chunk["x_groq"] !== undefined) return undefined;
  return looseText(delta["content"]);
}

const isNewsOf = (chunk: unknown, content: string) => {
  const object = looseObject(chunk);
  return object !== undefined && newsOf(object) === content;
};

function addChoice(choices: Map<number, Choice>, chunk: Loose): void {
  const index = looseNumber(chunk["index"]) ?? 0;
  const empty = { content: "", text: "", refusal: "", reasoning: "", finishReason: undefined, calls: new Map() };
  const choice: Choice = choices.get(index) ?? empty;
  choices.set(index, choice);
  choice.finishReason = looseText(chunk["finish_reason"]) ?? choice.finishReason;
  choice.text += looseText(chunk["text"]) ?? "";
  const delta = looseObject(chunk["delta"]);
  if (!delta) return;
  choice.content += looseText(delta["content"]) ?? "";
  choice.refusal += looseText(delta["refusal"]) ?? "";
  choice.reasoning += looseText(delta["reasoning_content"]) ?? looseText(delta["reasoning"]) ?? "";
  for (const [place, call] of looseObjects(delta["tool_calls"]).entries()) addCall(choice, call, place);
}

function addCall({ calls }: Choice, chunk: Loose, place: number): void {
  const index = looseNumber(chunk["index"]) ?? place;
  const call = calls.get(index) ?? { id: undefined, name: "", arguments: "" };
  calls.set(index, call);
  call.id = looseText(chunk["id"]) ?? call.id;
  const called = looseObject(chunk["function"]);
  call.name += looseText(called?.["name"]) ?? "";
  call.arguments += looseText(called?.["arguments"]) ?? "";
}

function asChoice([index, choice]: readonly [number, Choice]): Loose {
  const calls = [...choice.calls].sort(byIndex).map(([, { id, ...called }]) => ({ id, function: called }));
  return {
    index,
    finish_reason: choice.finishReason,
    text: choice.text,
    message: {
      content: choice.content,
      refusal: choice.refusal,
      reasoning_content: choice.reasoning,
      tool_calls: calls,
    },
  };
}

const byIndex = ([a]: readonly [number, unknown], [b]: readonly [number, unknown]) => a - b;
