import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../platform/api/client.ts";
import { meQuery } from "../../platform/api/queries.ts";
import { handleSubmit } from "../../platform/ui/forms/handle-submit.ts";
import type { AccountPageProps } from "./account-page.ts";
import { Field, FormProblem, passwordHint } from "./fields.tsx";
import { AccountFrame } from "./frame.tsx";
import { linkKey } from "./link-key.ts";

/** Requests a reset link; opened from that link, sets the new password. */
export function ResetPage({ onIn }: AccountPageProps) {
  const key = linkKey();
  return (
    <AccountFrame title="Set a new password" below={<a href="/sign-in">Sign in instead</a>}>
      {key === undefined ? <ResetLinkForm /> : <NewPassword linkKey={key} onIn={onIn} />}
    </AccountFrame>
  );
}

function ResetLinkForm() {
  const [email, setEmail] = useState("");
  const { data: me } = useQuery(meQuery);
  const send = useMutation({
    mutationFn: () => callApi("POST /password-resets", { body: { email }, project: false }),
  });
  if (me?.canMail === false) {
    return (
      <>
        <p>No mail server is configured, so a link cannot be emailed to you.</p>
        <p>
          Ask an admin of the account to create a link under Settings ▸ Users. The operator of the service can print one
          with <code>npm run reset-password -- your@address</code>.
        </p>
      </>
    );
  }
  if (send.isSuccess) {
    return (
      <p role="status">
        If <b>{email}</b> has an account here, a mail with a link is on its way. It is valid for an hour.
      </p>
    );
  }
  return (
    <form className="form" onSubmit={handleSubmit(() => send.mutate())}>
      <Field
        label="Email"
        name="email"
        autoComplete="username"
        isFirst
        value={email}
        onChange={setEmail}
        error={send.error}
      />
      <FormProblem error={send.error} fields={["email"]} />
      <button type="submit" className="primary" disabled={send.isPending}>
        Email me a link
      </button>
    </form>
  );
}

function NewPassword({ linkKey: key, onIn }: AccountPageProps & { linkKey: string }) {
  const [password, setPassword] = useState("");
  const use = useMutation({
    mutationFn: () => callApi("POST /password-resets/use", { body: { key, password }, project: false }),
    onSuccess: () => onIn(),
  });
  return (
    <form className="form" onSubmit={handleSubmit(() => use.mutate())}>
      <p className="muted">You are signed out everywhere else.</p>
      <Field
        label="New password"
        name="password"
        autoComplete="new-password"
        hint={passwordHint}
        isFirst
        value={password}
        onChange={setPassword}
        error={use.error}
      />
      <FormProblem error={use.error} fields={["password"]} />
      <button type="submit" className="primary" disabled={use.isPending}>
        Set the password
      </button>
    </form>
  );
}
