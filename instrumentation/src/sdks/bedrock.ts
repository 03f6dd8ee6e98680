import { bedrockConverse } from "../../../packages/genai-wire/src/dialects/bedrock-converse.ts";
import { bedrockInvoke } from "../../../packages/genai-wire/src/dialects/bedrock-invoke.ts";
import type { Dialect } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import { type Loose, looseObject } from "../../../packages/genai-wire/src/loose-json.ts";
import { type Exports, type Patch, prototypeOf, wrapMethod } from "./patch.ts";
import { tracePromise, watched, wholeAnswer } from "./promise.ts";

/** Patches `@aws-sdk/client-bedrock-runtime` 3, four of whose commands call a model. */
export const bedrock: Patch = {
  module: "@aws-sdk/client-bedrock-runtime",
  apply(exports) {
    wrapMethod(prototypeOf(exports, "BedrockRuntimeClient"), "send", (original) => {
      return function (this: unknown, ...given: readonly unknown[]): unknown {
        const act = () => original.apply(this, [...given]) as Promise<unknown>;
        const kind = kinds.find(({ name }) => isCommand(exports, name, given[0]));
        // A call with a callback returns no promise.
        if (!kind || given.some((each) => typeof each === "function")) return act();
        const input = looseObject((given[0] as { readonly input?: unknown }).input) ?? {};
        const dialect = kind.dialect(input);
        return tracePromise(
          () => ({
            dialect,
            provider: { name: "aws.bedrock" },
            request: { ...dialect.readRequest(input), stream: kind.streamIn !== undefined },
            shape: "sdk",
          }),
          act,
          (reply, call) => {
            const name = kind.streamIn;
            const stream = name && looseObject(reply)?.[name];
            if (!name || !stream) return wholeAnswer(dialect)(reply, call);
            (reply as Record<string, unknown>)[name] = watched(stream as AsyncIterable<unknown>, call, dialect);
            return undefined;
          },
        );
      };
    });
    return undefined;
  },
};

interface Kind {
  readonly name: string;
  readonly dialect: (input: Loose) => Dialect;
  readonly streamIn?: string;
}

const kinds: readonly Kind[] = [
  { name: "ConverseCommand", dialect: () => bedrockConverse },
  { name: "ConverseStreamCommand", dialect: () => bedrockConverse, streamIn: "stream" },
  { name: "InvokeModelCommand", dialect: bedrockInvoke },
  { name: "InvokeModelWithResponseStreamCommand", dialect: bedrockInvoke, streamIn: "body" },
];

function isCommand(exports: Exports, name: string, command: unknown): boolean {
  const made = exports[name];
  return typeof made === "function" && command instanceof made;
}
