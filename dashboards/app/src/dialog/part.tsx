import { useState } from "react";
import type { Part } from "../api/types.ts";
import { bytesText, shortId } from "../ui/format.ts";
import { JsonView } from "./json-view.tsx";
import { hostOf, isSafePicture } from "./safe-link.ts";
import { Text, type TextMode } from "./text.tsx";
import type { ToolResult } from "./tool-results.ts";

interface Props {
  readonly part: Part;
  readonly mode: TextMode;
  readonly results: ReadonlyMap<string, ToolResult>;
  readonly found: readonly string[];
}

export function PartView({ part, mode, results, found }: Props) {
  switch (part.type) {
    case "text":
      return <Text text={part.text} mode={mode} found={found} />;
    case "refusal":
      return (
        <div>
          <span className="chip fail">refusal</span>
          <Text text={part.text} mode={mode} found={found} />
        </div>
      );
    case "reasoning":
      return (
        <details className="part">
          <summary>Reasoning · {bytesText(part.text.length)}</summary>
          <div className="body">
            <Text text={part.text} mode={mode} found={found} />
          </div>
        </details>
      );
    case "tool_call":
      return <ToolCall call={part} result={part.id === undefined ? undefined : results.get(part.id)} />;
    case "tool_result":
      return (
        <div className="part">
          <header>
            result of <b>{part.name ?? "a tool"}</b> {part.id !== undefined && <code>{shortId(part.id)}</code>}
          </header>
          <div className="body">
            <JsonView value={part.result} />
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
            <JsonView value={part.value} />
          </div>
        </div>
      );
  }
}

function ToolCall({ call, result }: { call: Extract<Part, { type: "tool_call" }>; result: ToolResult | undefined }) {
  return (
    <div className="part">
      <header>
        calls <b>{call.name}</b> {call.id !== undefined && <code>{shortId(call.id)}</code>}
      </header>
      <div className="body">
        <JsonView value={call.arguments} />
      </div>
      {result && (
        <details className="body">
          <summary>Result</summary>
          <JsonView value={result.result} />
        </details>
      )}
    </div>
  );
}

/** Nothing is fetched: what lies elsewhere is a link that leaves Gaffe, what is in the data is drawn on a click. */
function Media({
  part: { type, mediaType, url, sha256, bytes },
}: {
  part: Extract<Part, { type: "image" | "audio" | "file" }>;
}) {
  const [open, setOpen] = useState(false);
  const told = [mediaType ?? type, bytes === undefined ? undefined : bytesText(bytes)].filter(Boolean).join(" · ");
  const host = hostOf(url);
  const drawable = type === "image" && url !== undefined && isSafePicture(url);
  return (
    <div className="part">
      <header>
        <b>{type}</b> <span>{told}</span>
        {drawable && (
          <button type="button" className="link" onClick={() => setOpen(!open)}>
            {open ? "Hide" : "Show"}
          </button>
        )}
        {host !== undefined && (
          <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
            open at {host}
          </a>
        )}
        {sha256 !== undefined && <code title={sha256}>{shortId(sha256)}</code>}
      </header>
      {open && drawable && (
        <div className="body">
          <img src={url} alt={`Sent as ${mediaType ?? type}`} />
        </div>
      )}
    </div>
  );
}
