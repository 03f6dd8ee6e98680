import type { Datapoint, Message, Part, ToolDefinition } from "../../../src/datapoints/datapoint.ts";
import { datapointId, globalProject } from "../../../src/platform/ids.ts";
import type { Json } from "../../../src/platform/json/json.ts";

/** Returns a datapoint of a successful chat call, with a test's changes. */
function datapointWith(changes: Partial<Datapoint> = {}): Datapoint {
  return {
    id: datapointId(globalProject, "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"),
    projectId: globalProject,
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: "b7ad6b7169203331",
    source: "otlp",
    convention: "test",
    operation: "chat",
    startedAt: 1_750_000_000_000,
    endedAt: 1_750_000_001_000,
    durationMs: 1000,
    input: [],
    output: [],
    tools: [],
    params: {},
    finishReasons: ["stop"],
    usage: {},
    tags: [],
    metadata: new Map(),
    attributes: new Map(),
    flags: [],
    spanIds: ["b7ad6b7169203331"],
    ...changes,
  };
}

export interface Dialog {
  readonly input?: string;
  readonly output?: string;
  readonly system?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: Json }[];
  readonly tools?: readonly ToolDefinition[];
  readonly more?: Partial<Datapoint>;
}

/** Returns one question and its response, with the given tool calls. */
export function dialog({ input, output, system, calls = [], tools = [], more = {} }: Dialog): Datapoint {
  const parts: Part[] = [
    ...(output === undefined ? [] : [{ type: "text" as const, text: output }]),
    ...calls.map((call, index) => ({ type: "tool_call" as const, id: `call_${index}`, ...call })),
  ];
  const messagesOf = (role: Message["role"], text: string | undefined): readonly Message[] =>
    text === undefined ? [] : [{ role, parts: [{ type: "text", text }] }];
  return datapointWith({
    input: [...messagesOf("system", system), ...messagesOf("user", input)],
    output: parts.length === 0 ? [] : [{ role: "assistant", parts }],
    tools,
    ...more,
  });
}
