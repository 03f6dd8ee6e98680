import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { TrialForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { privacyQuery } from "../platform/api/queries.ts";
import type { Privacy, PrivacyRules } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";
import { Checkbox, handleSubmit } from "../platform/ui/forms/field.tsx";
import { Wrong } from "../platform/ui/page.tsx";

export function Rules({ privacy, mayChange }: { privacy: Privacy; mayChange: boolean }) {
  const [rules, setRules] = useState<PrivacyRules>(privacy.rules);
  const save = useChange((chosen: PrivacyRules | null) => callApi("PATCH /privacy", { body: { rules: chosen } }), {
    stores: () => [privacyQuery],
    onSuccess: (answer) => setRules(answer.rules),
  });
  const isChanged = JSON.stringify(rules) !== JSON.stringify(privacy.rules);
  return (
    <form className="card stack" aria-label="Redaction" onSubmit={handleSubmit(() => save.mutate(rules))}>
      <header>
        <h2>Redaction</h2>
        <span className="muted">{privacy.rulesAreOwn ? "rules of this project" : "as the service is set"}</span>
      </header>
      <p className="muted">
        Matches are replaced by a marker such as <code>[redacted:aws_access_key]</code> before anything is written. The
        original cannot be restored; checks treat the marker as the value that it replaced.
      </p>
      <fieldset disabled={!mayChange} className="bare stack">
        <Kinds legend="Secrets" names={secretNames} rules={rules} onChange={setRules} />
        <Kinds legend="Personal data" names={personalNames} rules={rules} onChange={setRules} />
        <Patterns rules={rules} onChange={setRules} />
        <fieldset className="bare">
          <legend>Dialogs</legend>
          <Checkbox
            isRadio
            name="content"
            value={rules.content === "stored"}
            onChange={() => setRules({ ...rules, content: "stored" })}
          >
            Store texts, redacted
          </Checkbox>
          <Checkbox
            isRadio
            name="content"
            value={rules.content === "dropped"}
            onChange={() => setRules({ ...rules, content: "dropped" })}
          >
            Store no texts: only numbers, names, ids and error messages. Checks that need a text are skipped.
          </Checkbox>
        </fieldset>
      </fieldset>
      <TrialForMembers title="Try these rules on a text">
        <Trial rules={rules} />
      </TrialForMembers>
      {save.error && <Wrong error={save.error} />}
      {mayChange ? (
        <div className="line">
          <Button submits text="Save rules" className="primary" by={save} disabled={!isChanged} />
          {privacy.rulesAreOwn && (
            <Button text="Go by the service's settings" disabled={save.isPending} onClick={() => save.mutate(null)} />
          )}
          <span className="muted">In force for what comes in from then on.</span>
        </div>
      ) : (
        <p className="muted">
          Changing this and deleting data needs an admin: sign up or in as one, or enter an admin token.
        </p>
      )}
    </form>
  );
}

interface KindsProps {
  readonly legend: string;
  readonly names: Partial<Record<PrivacyRules["kinds"][number], string>>;
  readonly rules: PrivacyRules;
  readonly onChange: (rules: PrivacyRules) => void;
}

function Kinds({ legend, names, rules, onChange }: KindsProps) {
  const listed = Object.entries(names) as [PrivacyRules["kinds"][number], string][];
  const toggle = (kind: PrivacyRules["kinds"][number]) =>
    onChange({
      ...rules,
      kinds: rules.kinds.includes(kind) ? rules.kinds.filter((each) => each !== kind) : [...rules.kinds, kind],
    });
  return (
    <fieldset className="bare">
      <legend>{legend}</legend>
      <div className="choices">
        {listed.map(([kind, name]) => (
          <label key={kind} className="line">
            <input type="checkbox" checked={rules.kinds.includes(kind)} onChange={() => toggle(kind)} />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type RedactedKind = PrivacyRules["kinds"][number];

const secretNames: Partial<Record<RedactedKind, string>> = {
  cloud: "Cloud keys",
  ai_provider: "AI provider keys",
  vcs_ci: "Code host and CI tokens",
  payment: "Payment keys",
  messaging: "Messaging tokens",
  saas: "Other service tokens",
  private_key: "Private keys",
  connection_string: "Passwords in URLs",
  jwt: "JSON Web Tokens",
  generic: "Random-looking secrets",
};

const personalNames: Partial<Record<RedactedKind, string>> = {
  email_address: "Email addresses",
  phone_number: "Phone numbers",
  credit_card: "Card numbers",
  iban: "IBANs",
  us_ssn: "US social security numbers",
  ip_address: "Public IP addresses",
  date_of_birth: "Dates of birth",
  login_password: "Passwords mentioned in texts",
};

function Patterns({ rules, onChange }: { rules: PrivacyRules; onChange: (rules: PrivacyRules) => void }) {
  const { patterns } = rules;
  const set = (index: number, change: Partial<(typeof patterns)[number]>) =>
    onChange({ ...rules, patterns: patterns.map((each, at) => (at === index ? { ...each, ...change } : each)) });
  return (
    <fieldset className="bare stack">
      <legend>Custom patterns</legend>
      {patterns.map(({ name, pattern }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pattern has no identity but its place while it is written
        <div className="line" key={index}>
          <input
            aria-label={`Name of pattern ${index + 1}`}
            placeholder="employee_id"
            style={{ width: 200 }}
            value={name}
            onChange={({ target }) => set(index, { name: target.value })}
          />
          <input
            className="grow mono"
            aria-label={`Regular expression of pattern ${index + 1}`}
            placeholder="\bE\d{6}\b"
            value={pattern}
            onChange={({ target }) => set(index, { pattern: target.value })}
          />
          <Button
            text="Remove"
            of={`pattern ${index + 1}`}
            onClick={() => onChange({ ...rules, patterns: patterns.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      <div className="line">
        <Button
          text="Add a pattern"
          disabled={patterns.length >= 20}
          onClick={() => onChange({ ...rules, patterns: [...patterns, { name: "", pattern: "" }] })}
        />
        <span className="muted">RE2 syntax; each costs about 60 µs of CPU for a call of 3 KB.</span>
      </div>
    </fieldset>
  );
}

/** Shows a pasted text after redaction by the rules; the service does not store it. */
function Trial({ rules }: { rules: PrivacyRules }) {
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
