import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask } from "../../platform/api/client.ts";
import { meQuery } from "../../platform/api/queries.ts";
import type { Me, SignedUp } from "../../platform/api/types.ts";
import { Skeleton, Wrong } from "../../platform/ui/states.tsx";
import type { AccountPageProps } from "./account-page.ts";
import { Field, FormProblem, passwordHint } from "./fields.tsx";
import { AccountFrame } from "./frame.tsx";

export function SignUpPage({ onIn }: AccountPageProps) {
  const { data: me, error } = useQuery(meQuery);
  const below = me?.signUp === "first" ? undefined : <a href={`/sign-in${location.search}`}>Sign in instead</a>;
  return (
    <AccountFrame title="Sign up" below={below}>
      {error && <Wrong error={error} />}
      {!me && !error && <Skeleton rows={4} />}
      {me?.signUp === "by_invitation" && (
        <p>
          Here people are invited. Ask an admin of the account for an invitation; its link leads to where you sign up.
        </p>
      )}
      {me && me.signUp !== "by_invitation" && <Form me={me} onIn={onIn} />}
    </AccountFrame>
  );
}

const about = {
  first:
    "You are the first here: the account is yours, and you can invite others. What goes wrong is mailed to your address.",
  open: "You get an account of your own. What goes wrong is mailed to your address.",
  by_mail: "You get a mail with a link. It leads to an account of your own.",
} as const;

function Form({ me, onIn }: AccountPageProps & { me: Me }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [token, setToken] = useState("");
  const byMail = me.signUp === "by_mail";
  const enter = useMutation({
    mutationFn: () =>
      ask<SignedUp | { mailed: true }>("/sign-up", {
        method: "POST",
        project: false,
        body: { email, ...(byMail ? {} : { password }), ...(me.needsToken ? { token: token.trim() } : {}) },
      }),
    onSuccess: (answer) => {
      if ("user" in answer) onIn(answer.token);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    enter.mutate();
  }
  if (enter.data && "mailed" in enter.data) {
    return (
      <p role="status">
        Look into the mail of <b>{email}</b>: the link there is valid for a day.
      </p>
    );
  }
  const shared = { error: enter.error };
  return (
    <form className="form" onSubmit={submit}>
      {me.signUp !== "by_invitation" && <p className="muted">{about[me.signUp]}</p>}
      {me.needsToken && (
        <Field
          {...shared}
          label="First-start token"
          name="token"
          autoComplete="off"
          hint="The service printed it when it first started; or what GAFFE_INIT_TOKEN says."
          isFirst
          value={token}
          onChange={setToken}
        />
      )}
      <Field
        {...shared}
        label="E-mail"
        name="email"
        autoComplete="username"
        isFirst={!me.needsToken}
        value={email}
        onChange={setEmail}
      />
      {!byMail && (
        <Field
          {...shared}
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={passwordHint}
          value={password}
          onChange={setPassword}
        />
      )}
      <FormProblem error={enter.error} fields={["email", "password", "token"]} />
      <button type="submit" className="primary" disabled={enter.isPending}>
        {byMail ? "Send the link" : "Sign up"}
      </button>
    </form>
  );
}
