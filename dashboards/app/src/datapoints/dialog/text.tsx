import { lazy, Suspense, useState } from "react";
import { Button } from "../../platform/ui/button.tsx";
import { bytesText } from "../../platform/ui/format.tsx";
import { TruncationNote } from "./cuts.tsx";
import { JsonView, parsedJson } from "./json-view.tsx";

export const textModes = ["plain", "rendered", "json"] as const;
export type TextMode = (typeof textModes)[number];
export const modeNames = { plain: "Plain", rendered: "Rendered", json: "JSON" } as const;

const Markdown = lazy(() => import("./markdown.tsx"));

/** A longer text is truncated and never rendered as Markdown, so that neither freezes the page. */
const shownCharacters = 20_000;
const renderedCharacters = 150_000;

interface Props {
  readonly text: string;
  readonly mode: TextMode;
  readonly found?: readonly string[];
  /** RFC 6901 pointer into the datapoint, to fetch truncated values. */
  readonly pointer?: string;
}

/** Renders untrusted text as text nodes, never as markup. */
export function Text({ text, mode, found = [], pointer }: Props) {
  const [all, setAll] = useState(text.length <= shownCharacters);
  const shown = all ? text : text.slice(0, shownCharacters);
  const value = mode === "json" ? parsedJson(text) : undefined;
  if (mode === "json" && value !== undefined) return <JsonView value={value} />;
  return (
    <div>
      {mode === "json" && <p className="muted small">This is not JSON.</p>}
      {mode === "rendered" && text.length <= renderedCharacters ? (
        <Suspense
          fallback={
            <div className="plain" dir="auto">
              {shown}
            </div>
          }
        >
          <Markdown text={shown} />
        </Suspense>
      ) : (
        <div className="plain" dir="auto">
          {marked(shown, found)}
        </div>
      )}
      {!all && <Button text={`Show all ${bytesText(text.length)}`} className="link" onClick={() => setAll(true)} />}
      {all && pointer !== undefined && <TruncationNote pointer={pointer} shown={text} />}
    </div>
  );
}

/** Wraps every passage that a check points at in <mark>. */
function marked(text: string, found: readonly string[]) {
  const ranges = found
    .map((passage) => ({ start: text.indexOf(passage), length: passage.length }))
    .filter(({ start }) => start >= 0)
    .sort((left, right) => left.start - right.start);
  const pieces = [];
  let at = 0;
  for (const { start, length } of ranges) {
    if (start < at) continue;
    pieces.push(
      text.slice(at, start),
      <mark key={start} tabIndex={-1}>
        {text.slice(start, start + length)}
      </mark>,
    );
    at = start + length;
  }
  pieces.push(text.slice(at));
  return pieces;
}
