import { lazy, Suspense } from "react";
import { Field, type fieldsOf } from "../platform/ui/forms/field.tsx";
import type { CodeMistake } from "./code-editor.tsx";
import type { Draft } from "./draft.ts";

// 120 KB that only authors of checks need.
const CodeEditor = lazy(async () => ({ default: (await import("./code-editor.tsx")).CodeEditor }));

interface Props {
  readonly field: ReturnType<typeof fieldsOf<Draft>>;
  readonly kind: Draft["kind"];
  readonly mistakes: readonly CodeMistake[];
}

/** Edits the program, the prompt or the rules of a check. */
export function DefinitionFields({ field, kind, mistakes }: Props) {
  if (kind === "policy") {
    return (
      <>
        <Field label="Rules, one per line" {...field("rules")} rows={6} required />
        {mistakes.map(({ message, line }) => (
          <p key={`${line} ${message}`} className="mistake">
            {line === undefined ? message : `Line ${line}: ${message}`}
          </p>
        ))}
        <p className="muted small">
          Forms: A only after B, A before B, never A, never A after B, A at most 2, A at least 1. A and B are queries
          over steps: tool:refund, step:retrieval, step:answer, name:, status:error, latency:&gt;2s, attr.name:. Put
          several conditions in parentheses.
        </p>
      </>
    );
  }
  return (
    <>
      <Suspense fallback={<div className="skeleton pulse" style={{ height: 230 }} />}>
        {kind === "code" ? (
          <CodeEditor key="code" label="Code of the check" language="code" {...field("source")} mistakes={mistakes} />
        ) : (
          <CodeEditor
            key="prompt"
            label="Prompt of the judge"
            language="prompt"
            {...field("prompt")}
            mistakes={mistakes}
          />
        )}
      </Suspense>
      <p className="muted small">
        {kind === "code"
          ? "A function of a datapoint, in TypeScript or JavaScript. It returns a value, or {value, explanation, evidence}; nothing means that it does not apply."
          : "Variables: {{input}} {{output}} {{system_prompt}} {{conversation}} {{expected}} {{context}} {{tool_calls}} {{tools}}. The judge gets them apart from the prompt, as data."}{" "}
        Escape, then Tab leaves the editor.
      </p>
    </>
  );
}
