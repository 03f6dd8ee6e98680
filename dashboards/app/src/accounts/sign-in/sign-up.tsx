import { useMutation, useQuery } from "@tanstack/react-query";
import { callApi } from "../../platform/api/client.ts";
import { meQuery } from "../../platform/api/queries.ts";
import type { Me } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { handleSubmit, useDraft } from "../../platform/ui/forms/field.tsx";
import { Skeleton, Wrong } from "../../platform/ui/page.tsx";
import { useFirstAccountKey } from "./first-account-key.ts";
import { AccountFrame, type AccountPageProps, Field, FormProblem, passwordHint } from "./frame.tsx";
import { SsoButton } from "./sso.tsx";

export function SignUpPage({ onIn }: AccountPageProps) {
  const { data: me, error } = useQuery(meQuery);
  const below = me?.signUp === "first" ? undefined : <a href={`/sign-in${location.search}`}>Sign in instead</a>;
  return (
    <AccountFrame title="Sign up" below={below}>
      {error && <Wrong error={error} />}
      {!me && !error && <Skeleton rows={4} />}
      {me?.signUp === "by_invitation" && (
        <p>
          Sign-up is by invitation only. Ask an admin of the account for an invitation, and follow its link to sign up.
        </p>
      )}
      {me && me.signUp !== "by_invitation" && <Form me={me} onIn={onIn} />}
    </AccountFrame>
  );
}

const about = {
  first: "You are the first user: you own the account and can invite others. New issues are emailed to your address.",
  open: "You get a separate account. New issues are emailed to your address.",
  by_mail: "You receive an email with a link that creates a separate account.",
} as const;

const openTheLink = (
  <p className="note">
    Open the link that Gaffe printed in its terminal when it started. It shows that you operate this service. With
    containers: <code>docker compose logs gaffe</code>.
  </p>
);

function Form({ me, onIn }: AccountPageProps & { me: Me }) {
  const { draft, field } = useDraft({ email: "", password: "", token: "" });
  const { email, password, token } = draft;
  const byMail = me.signUp === "by_mail";
  const key = useFirstAccountKey();
  const needsToken = me.needsToken && key === undefined;
  const proof = key === undefined ? { token: token.trim() } : { key };
  const enter = useMutation({
    mutationFn: () =>
      callApi("POST /sign-up", {
        project: false,
        body: { email, ...(byMail ? {} : { password }), ...(me.needsToken ? proof : {}) },
      }),
    onSuccess: (answer) => {
      if ("user" in answer) onIn(answer.token);
    },
  });
  if (enter.data && "mailed" in enter.data) {
    return (
      <p role="status">
        Check the inbox of <b>{email}</b>: the link there is valid for a day.
      </p>
    );
  }
  const sso = me.sso && key !== undefined && <SsoButton label={me.sso.label} firstAccountKey={key} />;
  if (!me.takesPasswords) {
    return (
      <>
        {me.signUp !== "by_invitation" && <p className="muted">{about[me.signUp]}</p>}
        {sso || openTheLink}
      </>
    );
  }
  return (
    <form className="form" onSubmit={handleSubmit(() => enter.mutate())}>
      {sso}
      {me.signUp !== "by_invitation" && <p className="muted">{about[me.signUp]}</p>}
      {needsToken && openTheLink}
      {needsToken && (
        <Field
          error={enter.error}
          label="Or the first-start token"
          name="token"
          autoComplete="off"
          hint="Gaffe printed it at its first start; or use the value of GAFFE_INIT_TOKEN."
          isFirst
          {...field("token")}
        />
      )}
      <Field
        error={enter.error}
        label="Email"
        name="email"
        autoComplete="username"
        isFirst={!needsToken}
        {...field("email")}
      />
      {!byMail && (
        <Field
          error={enter.error}
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={passwordHint}
          {...field("password")}
        />
      )}
      <FormProblem error={enter.error} fields={needsToken ? ["email", "password", "token"] : ["email", "password"]} />
      <Button submits text={byMail ? "Send the link" : "Sign up"} className="primary" by={enter} />
    </form>
  );
}
