import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { callApi } from "../platform/api/client.ts";
import type { PrivacyRules } from "../platform/api/types.ts";
import { Wrong } from "../platform/ui/page.tsx";

/** Shows a pasted text after redaction by the rules; the service does not store it. */
export function Trial({ rules }: { rules: PrivacyRules }) {
  const [text, setText] = useState("");
  const deferredText = useDeferredValue(text);
  const { data, error } = useQuery({
    queryKey: ["privacy-trial", deferredText, rules],
    queryFn: ({ signal }) => callApi("POST /privacy/try", { body: { text: deferredText, rules }, signal }),
    enabled: deferredText !== "",
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
        placeholder="Paste a prompt. It is not stored."
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
