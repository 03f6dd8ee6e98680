import type { Part } from "../../platform/api/types.ts";
import { bytesText, shortId } from "../../platform/ui/format.tsx";
import { JsonView } from "./json-view.tsx";
import { Media } from "./media.tsx";
import { Text, type TextMode } from "./text.tsx";
import { type ToolResult, ToolRun } from "./tool-runs.tsx";

interface Props {
  readonly part: Part;
  /** RFC 6901 pointer into the datapoint. */
  readonly pointer: string;
  readonly mode: TextMode;
  readonly results: ReadonlyMap<string, ToolResult>;
  readonly found: readonly string[];
}

export function PartView({ part, pointer, mode, results, found }: Props) {
  switch (part.type) {
    case "text":
      return <Text text={part.text} pointer={`${pointer}/text`} mode={mode} found={found} />;
    case "refusal":
      return (
        <div>
          <span className="chip fail">refusal</span>
          <Text text={part.text} pointer={`${pointer}/text`} mode={mode} found={found} />
        </div>
      );
    case "reasoning":
      return (
        <details className="part">
          <summary>Reasoning · {bytesText(part.text.length)}</summary>
          <div className="body">
            <Text text={part.text} pointer={`${pointer}/text`} mode={mode} found={found} />
          </div>
        </details>
      );
    case "tool_call":
      return (
        <ToolCall call={part} pointer={pointer} result={part.id === undefined ? undefined : results.get(part.id)} />
      );
    case "tool_result":
      return (
        <div className="part">
          <header>
            result of <b>{part.name ?? "a tool"}</b> {part.id !== undefined && <code>{shortId(part.id)}</code>}
          </header>
          <div className="body">
            <JsonView value={part.result} pointer={`${pointer}/result`} />
          </div>
        </div>
      );
    case "image":
    case "audio":
    case "file":
      return <Media part={part} />;
    default:
      return (
        <div className="part">
          <header>a part of another kind</header>
          <div className="body">
            <JsonView value={part.value} pointer={`${pointer}/value`} />
          </div>
        </div>
      );
  }
}

interface ToolCallProps {
  readonly call: Extract<Part, { type: "tool_call" }>;
  readonly pointer: string;
  readonly result: ToolResult | undefined;
}

const ToolCall = ({ call, pointer, result }: ToolCallProps) => (
  <div className="part">
    <header>
      calls <b>{call.name}</b> {call.id !== undefined && <code>{shortId(call.id)}</code>}
      {call.id !== undefined && <ToolRun callId={call.id} />}
    </header>
    <div className="body">
      <JsonView value={call.arguments} pointer={`${pointer}/arguments`} />
    </div>
    {result && (
      <details className="body">
        <summary>Result</summary>
        <JsonView value={result.result} />
      </details>
    )}
  </div>
);
