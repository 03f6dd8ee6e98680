import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { ask } from "../platform/api/client.ts";
import type { PrivacyRules, RedactionOutcome } from "../platform/api/types.ts";
import { Wrong } from "../platform/ui/states.tsx";

/** A pasted text as the rules would leave it; the service keeps nothing of it. */
export function Trial({ rules }: { rules: PrivacyRules }) {
  const [text, setText] = useState("");
  const asked = useDeferredValue(text);
  const { data, error } = useQuery({
    queryKey: ["privacy-trial", asked, rules],
    queryFn: ({ signal }) =>
      ask<RedactionOutcome>("/privacy/try", { method: "POST", body: { text: asked, rules }, signal }),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return (
    <div className="stack">
      <label htmlFor="privacy-trial">Try these rules on a text</label>
      <textarea
        id="privacy-trial"
        rows={3}
        maxLength={100_000}
        value={text}
        placeholder="Paste a prompt. Nothing of it is kept."
        onChange={({ target }) => setText(target.value)}
      />
      {error && <Wrong error={error} />}
      {text !== "" && data && !error && (
        <output className="stack" aria-live="polite">
          <pre className="wrapped">{data.text}</pre>
          <span className="muted">
            {data.found.length === 0
              ? "Nothing is redacted."
              : `Redacted: ${data.found.map(({ type, count }) => `${count} × ${type}`).join(", ")}`}
          </span>
        </output>
      )}
    </div>
  );
}
