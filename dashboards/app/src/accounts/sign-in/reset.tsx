import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask } from "../../platform/api/client.ts";
import { meQuery } from "../../platform/api/queries.ts";
import type { User } from "../../platform/api/types.ts";
import type { AccountPageProps } from "./account-page.ts";
import { Field, FormProblem, passwordHint } from "./fields.tsx";
import { AccountFrame } from "./frame.tsx";
import { linkKey } from "./link-key.ts";

/** Asks for the link; where the link leads, takes the new password. */
export function ResetPage({ onIn }: AccountPageProps) {
  const key = linkKey();
  return (
    <AccountFrame title="Set a new password" below={<a href="/sign-in">Sign in instead</a>}>
      {key === undefined ? <AskForLink /> : <NewPassword linkKey={key} onIn={onIn} />}
    </AccountFrame>
  );
}

function AskForLink() {
  const [email, setEmail] = useState("");
  const { data: me } = useQuery(meQuery);
  const send = useMutation({
    mutationFn: () => ask<unknown>("/password-resets", { method: "POST", body: { email }, project: false }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    send.mutate();
  }
  if (me?.canMail === false) {
    return (
      <>
        <p>No mail server is set here, so no link can be mailed to you.</p>
        <p>
          Ask an admin of the account: they can make a link under Settings ▸ Users. Whoever runs the service can print
          one with <code>npm run reset-password -- your@address</code>.
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
    <form className="form" onSubmit={submit}>
      <Field
        label="E-mail"
        name="email"
        autoComplete="username"
        isFirst
        value={email}
        onChange={setEmail}
        error={send.error}
      />
      <FormProblem error={send.error} fields={["email"]} />
      <button type="submit" className="primary" disabled={send.isPending}>
        Mail me a link
      </button>
    </form>
  );
}

function NewPassword({ linkKey: key, onIn }: AccountPageProps & { linkKey: string }) {
  const [password, setPassword] = useState("");
  const use = useMutation({
    mutationFn: () => ask<User>("/password-resets/use", { method: "POST", body: { key, password }, project: false }),
    onSuccess: () => onIn(),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    use.mutate();
  }
  return (
    <form className="form" onSubmit={submit}>
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
