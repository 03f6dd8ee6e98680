import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../platform/api/client.ts";
import { Button } from "../../platform/ui/button.tsx";
import { CopyButton } from "../../platform/ui/copy-button.tsx";
import { handleSubmit } from "../../platform/ui/forms/field.tsx";
import { Field, FormProblem } from "../sign-in/frame.tsx";
import { QrCode } from "./qr-code.tsx";

/** Turns on two-factor sign-in: the password, a first code of the app, and the recovery codes. */
export function Enrolment({ onDone }: { readonly onDone: () => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const begin = useMutation({
    mutationFn: () => callApi("POST /me/second-factor", { body: { password }, project: false }),
    onSuccess: () => setPassword(""),
  });
  const confirm = useMutation({
    mutationFn: () => callApi("POST /me/second-factor/confirm", { body: { code }, project: false }),
  });
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (!begin.data) {
    return (
      <form className="form" onSubmit={handleSubmit(() => begin.mutate())}>
        <Field
          label="Your password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={begin.error}
        />
        <FormProblem error={begin.error} fields={["password"]} />
        <Button submits text="Set up an authenticator app" className="primary" by={begin} />
      </form>
    );
  }
  const { secret, uri } = begin.data;
  return (
    <form className="form" onSubmit={handleSubmit(() => confirm.mutate())}>
      <p>Scan this with an authenticator app, or type the secret into it. Then enter the code that it shows.</p>
      <QrCode text={uri} label="QR code for an authenticator app" />
      <p className="line">
        <code className="anywhere">{secret.match(/.{1,4}/g)?.join(" ")}</code>
        <CopyButton compact label="Copy secret" text={secret} />
      </p>
      <Field
        label="Code"
        name="code"
        autoComplete="one-time-code"
        isFirst
        value={code}
        onChange={setCode}
        error={confirm.error}
      />
      <FormProblem error={confirm.error} fields={["code"]} />
      <Button submits text="Turn on" className="primary" by={confirm} />
    </form>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** The recovery codes, which cannot be shown again. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => (
  <div className="stack" role="status">
    <p>
      <b>Store these recovery codes.</b> Each replaces the app once, for example when the phone is lost. They are not
      shown again.
    </p>
    <ul className="recovery-codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <div className="line">
      <CopyButton label="Copy recovery codes" text={codes.join("\n")} />
      <Button text="I stored them" className="primary" onClick={onDone} />
    </div>
  </div>
);
