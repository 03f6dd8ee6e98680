import { type ReactNode, useId, useState } from "react";
import { ApiProblem } from "../../platform/api/problem.ts";
import { Button } from "../../platform/ui/button.tsx";
import { capitalizeFirst } from "../../platform/ui/format.tsx";
import { useTitle } from "../../platform/ui/page.tsx";

export function AccountFrame({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  useTitle(title);
  return (
    <main className="account">
      <a href="/" className="brand" aria-label="Gaffe">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        <span>Gaffe</span>
      </a>
      <div className="card stack">
        <h1>{title}</h1>
        {children}
      </div>
      {below !== undefined && <p className="below">{below}</p>}
    </main>
  );
}

export interface AccountPageProps {
  /** Called after a sign-in, with the new API token if one was created. */
  readonly onIn: (token?: string) => void;
}

interface FieldsProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The form's error; shown here if it concerns this field. */
  readonly error: unknown;
  readonly name: "email" | "password" | "current" | "token" | "code";
  readonly hint?: string;
  readonly autoComplete: string;
  readonly isFirst?: boolean;
}

/** An input with its label, hint and error. Passwords can be revealed. */
export function Field({ label, value, onChange, error, name, hint, autoComplete, isFirst = false }: FieldsProps) {
  const id = useId();
  const isSecret = name !== "email" && name !== "code";
  const [isShown, setShown] = useState(false);
  const mistake = mistakeIn(error, name);
  const about = [hint === undefined ? "" : `${id}-hint`, mistake === undefined ? "" : `${id}-mistake`].join(" ").trim();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="line" style={{ flexWrap: "nowrap" }}>
        <input
          id={id}
          name={name}
          type={name === "email" ? "email" : isShown || !isSecret ? "text" : "password"}
          autoComplete={autoComplete}
          spellCheck={false}
          autoCapitalize="none"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this form and nothing else
          autoFocus={isFirst}
          value={value}
          aria-invalid={mistake !== undefined}
          {...(about === "" ? {} : { "aria-describedby": about })}
          onChange={({ target }) => onChange(target.value)}
        />
        {isSecret && <Button text="Show" of={label} aria-pressed={isShown} onClick={() => setShown(!isShown)} />}
      </div>
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
      {mistake !== undefined && (
        <span className="mistake" id={`${id}-mistake`} role="alert">
          {mistake}
        </span>
      )}
    </div>
  );
}

/** The part of a form's error that concerns none of its fields. */
export function FormProblem({ error, fields }: { error: unknown; fields: readonly FieldsProps["name"][] }) {
  if (error === null || error === undefined || fields.some((field) => mistakeIn(error, field) !== undefined))
    return null;
  return (
    <div className="note fail" role="alert">
      {error instanceof Error ? capitalizeFirst(error.message) : "This did not work"}
    </div>
  );
}

function mistakeIn(error: unknown, field: string): string | undefined {
  return error instanceof ApiProblem && error.field === field ? capitalizeFirst(error.message) : undefined;
}

/** Whether the person has a second factor, and the request lacks its code or has a wrong one. */
export const isCodeNeeded = (error: unknown): boolean => error instanceof ApiProblem && error.field === "code";

export const codeHint = "Of your authenticator app. A recovery code replaces it once.";

export const passwordHint = "At least 12 characters. A few words are easy to remember and hard to guess.";
