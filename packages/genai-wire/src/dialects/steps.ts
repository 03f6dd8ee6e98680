import { type Loose, parsedJson } from "../loose-json.ts";
import { unreachable } from "../unreachable.ts";
import type { Assembly } from "./dialect.ts";
import { type Part, reasoning, text } from "./message.ts";
import { type Block, type Reply, responseOf } from "./reply.ts";
import type { Usage } from "./usage.ts";

/** What one event of a stream adds to the response. `at` orders the blocks of a choice. */
export type Step =
  | { readonly kind: "begun"; readonly id?: string | undefined; readonly model?: string | undefined }
  /** `begins`: its arguments follow as JSON. */
  | {
      readonly kind: "block";
      readonly choice: number;
      readonly at: number;
      readonly block: Block;
      readonly begins?: true;
    }
  | {
      readonly kind: "grown";
      readonly choice: number;
      readonly at: number;
      readonly what: Growth;
      readonly piece: string;
    }
  | { readonly kind: "finished"; readonly choice: number; readonly reason: string }
  | { readonly kind: "blocked"; readonly reason: string }
  /** The counts so far; the last ones are final. */
  | { readonly kind: "usage"; readonly usage: Usage }
  | { readonly kind: "failed"; readonly error: Loose }
  /** The stream reached the end that its API defines. */
  | { readonly kind: "ended" };

/** Text and reasoning grow a block, or begin one. */
export type Growth = "text" | "reasoning" | "json" | "signature" | "sealed";

/** Reads the events of one stream. */
export type StepReader = (event: Loose) => readonly Step[];

interface Growing {
  readonly block: Block;
  text: string;
  json: string;
}

interface GrowingChoice {
  readonly blocks: Map<number, Growing>;
  finish: string | undefined;
}

/** Assembles a response from the steps of its stream. */
export function assembleSteps(read: StepReader): Assembly {
  const choices = new Map<number, GrowingChoice>();
  let [id, model, blocked, usage, error]: [string?, string?, string?, Usage?, Loose?] = [];
  let [hasBegun, hasEnded] = [false, false];
  return {
    add: (event) => read(event).forEach(take),
    result() {
      const whole = [...choices].map(([index, { blocks, finish }]) => ({ index, blocks: wholeBlocks(blocks), finish }));
      const reply: Reply = { id, model, choices: whole, usage: usage ?? {}, blocked };
      const isFinished = whole.length > 0 && whole.every(({ finish }) => finish !== undefined);
      const response = hasBegun || whole.length > 0 ? responseOf(reply) : undefined;
      return { response, error, ended: hasEnded || isFinished };
    },
  };

  function take(step: Step): void {
    switch (step.kind) {
      case "begun":
        hasBegun = true;
        id = step.id ?? id;
        model = step.model ?? model;
        return;
      case "block":
        choiceAt(step.choice).blocks.set(step.at, { block: step.block, text: "", json: "" });
        return;
      case "grown":
        return grow(choiceAt(step.choice).blocks, step);
      case "finished":
        choiceAt(step.choice).finish = step.reason;
        return;
      case "blocked":
        blocked = step.reason;
        return;
      case "usage":
        usage = step.usage;
        return;
      case "failed":
        error = step.error;
        return;
      case "ended":
        hasEnded = true;
        return;
      default:
        return unreachable(step);
    }
  }

  function choiceAt(index: number): GrowingChoice {
    const known = choices.get(index);
    if (known) return known;
    const made: GrowingChoice = { blocks: new Map(), finish: undefined };
    choices.set(index, made);
    return made;
  }
}

function grow(blocks: Map<number, Growing>, { at, what, piece }: Extract<Step, { kind: "grown" }>): void {
  if (what === "signature" || what === "sealed") return;
  const isText = what === "text" || what === "reasoning";
  const known = blocks.get(at);
  if (known && isText) known.text += piece;
  else if (known) known.json += piece;
  else if (isText)
    blocks.set(at, { block: { part: what === "text" ? text("") : reasoning("") }, text: piece, json: "" });
}

const wholeBlocks = (blocks: ReadonlyMap<number, Growing>): Block[] =>
  [...blocks].sort(([a], [b]) => a - b).map(([, { block, ...more }]) => ({ ...block, part: wholePart(block, more) }));

function wholePart({ part }: Block, { text, json }: Omit<Growing, "block">): Part {
  switch (part.type) {
    case "text":
    case "reasoning":
      return text === "" ? part : { ...part, content: `${String(part["content"])}${text}` };
    case "tool_call":
      return json === "" ? part : { ...part, arguments: parsedJson(json) ?? json };
    default:
      return part;
  }
}
