import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi, enteredToken } from "../../platform/api/client.ts";
import { meQuery } from "../../platform/api/queries.ts";
import { Button } from "../../platform/ui/button.tsx";
import { handleSubmit, Field as PlainField, useDraft } from "../../platform/ui/forms/field.tsx";
import { AccountFrame, type AccountPageProps, codeHint, Field, FormProblem, isCodeNeeded } from "./frame.tsx";
import { SsoWay } from "./sso.tsx";

export function SignInPage({ onIn, isAgain = false }: AccountPageProps & { readonly isAgain?: boolean }) {
  const { draft, field } = useDraft({ email: "", password: "", code: "" });
  const { data: me } = useQuery(meQuery);
  const [needsCode, setCodeNeeded] = useState(false);
  const enter = useMutation({
    mutationFn: () => {
      const { code, ...password } = draft;
      return callApi("POST /sign-in", { body: code === "" ? password : { ...password, code }, project: false });
    },
    onError: (error) => setCodeNeeded((before) => before || isCodeNeeded(error)),
    onSuccess: () => onIn(),
  });
  const { search } = location;
  const isOpen = me !== undefined && me.signUp !== "by_invitation";
  return (
    <AccountFrame
      title={isAgain ? "Sign in again" : "Sign in"}
      below={
        isAgain ? undefined : (
          <>
            {isOpen && <a href={`/sign-up${search}`}>Sign up</a>}{" "}
            {me?.takesPasswords !== false && <a href="/reset">Forgot the password?</a>}
          </>
        )
      }
    >
      {isAgain && <p className="note">You were signed out. What you typed is still there.</p>}
      <SsoWay isAgain={isAgain} />
      {me?.takesPasswords !== false && (
        <form className="form" onSubmit={handleSubmit(() => enter.mutate())}>
          <Field {...field("email")} label="Email" name="email" autoComplete="username" isFirst error={enter.error} />
          <Field
            {...field("password")}
            label="Password"
            name="password"
            autoComplete="current-password"
            error={enter.error}
          />
          {needsCode && (
            <Field
              {...field("code")}
              label="Code"
              name="code"
              autoComplete="one-time-code"
              hint={codeHint}
              isFirst
              error={draft.code === "" ? undefined : enter.error}
            />
          )}
          <FormProblem error={enter.error} fields={needsCode ? ["email", "password", "code"] : ["email", "password"]} />
          <Button submits text="Sign in" className="primary" by={enter} />
        </form>
      )}
      <details>
        <summary>Use an API token instead</summary>
        <div style={{ marginTop: 12 }}>
          {enteredToken.get() !== undefined && <p className="note fail">The token entered before is not valid.</p>}
          <TokenForm onEntered={() => onIn()} />
        </div>
      </details>
    </AccountFrame>
  );
}

function TokenForm({ onEntered }: { onEntered: () => void }) {
  const [secret, setSecret] = useState("");
  function enter() {
    enteredToken.set(secret.trim());
    onEntered();
  }
  return (
    <form className="form" onSubmit={handleSubmit(enter)}>
      <PlainField
        label="API token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={secret}
        onChange={setSecret}
        placeholder="gaffe_…"
      >
        <small>Stored in this tab only, until you close it.</small>
      </PlainField>
      <Button submits text="Use this token" style={{ justifySelf: "start" }} disabled={secret.trim() === ""} />
    </form>
  );
}
