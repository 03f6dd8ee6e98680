import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { callApi } from "../../platform/api/client.ts";
import { meQuery } from "../../platform/api/queries.ts";
import type { LinkShown } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { handleSubmit } from "../../platform/ui/forms/field.tsx";
import { Skeleton } from "../../platform/ui/page.tsx";
import {
  AccountFrame,
  type AccountPageProps,
  codeHint,
  Field,
  FormProblem,
  isCodeNeeded,
  passwordHint,
} from "./frame.tsx";

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
      <Button submits text="Email me a link" className="primary" by={send} />
    </form>
  );
}

function NewPassword({ linkKey: key, onIn }: AccountPageProps & { linkKey: string }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [needsCode, setCodeNeeded] = useState(false);
  const use = useMutation({
    mutationFn: () =>
      callApi("POST /password-resets/use", {
        body: { key, password, ...(code === "" ? {} : { code }) },
        project: false,
      }),
    onError: (error) => setCodeNeeded((before) => before || isCodeNeeded(error)),
    onSuccess: () => onIn(),
  });
  return (
    <PasswordForm label="New password" password={password} onChange={setPassword} by={use} submit="Set the password">
      <p className="muted">You are signed out everywhere else.</p>
      {needsCode && (
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          hint={codeHint}
          value={code}
          onChange={setCode}
          error={code === "" ? undefined : use.error}
        />
      )}
    </PasswordForm>
  );
}

/** Returns the part of a mailed link behind `#`; undefined for an address without it. */
function linkKey(): string | undefined {
  const key = location.hash.slice(1);
  return /^[0-9A-Za-z]{43}$/.test(key) ? key : undefined;
}

export function JoinPage({ onIn }: AccountPageProps) {
  const key = linkKey();
  const { data: link, error } = useQuery({
    queryKey: ["link", key],
    queryFn: ({ signal }) => callApi("POST /links/look", { body: { key: key ?? "" }, signal, project: false }),
    enabled: key !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const broken = key === undefined ? new Error("The link is incomplete. Copy all of it from the email.") : error;
  return (
    <AccountFrame
      title={link?.kind === "invitation" ? "Join" : "Sign up"}
      below={<a href="/sign-in">Sign in instead</a>}
    >
      <FormProblem error={broken} fields={[]} />
      {!link && !broken && <Skeleton rows={3} />}
      {link && key !== undefined && <JoinForm link={link} linkKey={key} onIn={onIn} />}
    </AccountFrame>
  );
}

function JoinForm({ link, linkKey: key, onIn }: AccountPageProps & { link: LinkShown; linkKey: string }) {
  const { data: me } = useQuery(meQuery);
  const [password, setPassword] = useState("");
  const join = useMutation({
    mutationFn: () => callApi("POST /links/join", { body: { key, password }, project: false }),
    onSuccess: ({ token }) => onIn(token),
  });
  const submit = link.kind === "invitation" ? "Join" : "Sign up";
  if (me?.takesPasswords === false) {
    return (
      <p>
        {(link.invitedBy ?? "An admin").replace(/^user:/, "")} invites you as {link.role}.{" "}
        <a href="/sign-in">Sign in with {me.sso?.label}</a> and the email address <b>{link.email}</b>.
      </p>
    );
  }
  return (
    <PasswordForm label="Password" password={password} onChange={setPassword} by={join} submit={submit}>
      <p>
        {link.kind === "invitation"
          ? `${(link.invitedBy ?? "An admin").replace(/^user:/, "")} invites you as ${link.role}. `
          : "Choose a password, and you are in. "}
        You sign in as <b>{link.email}</b>.
      </p>
      {me?.sso && (
        <p>
          Or <a href="/sign-in">sign in with {me.sso.label}</a> and the same email address, without a password here.
        </p>
      )}
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
    </PasswordForm>
  );
}

interface PasswordFormProps {
  readonly label: string;
  readonly password: string;
  readonly onChange: (password: string) => void;
  readonly by: { readonly isPending: boolean; readonly error: unknown; readonly mutate: () => void };
  readonly submit: string;
  readonly children: ReactNode;
}

const PasswordForm = ({ label, password, onChange, by, submit, children }: PasswordFormProps) => (
  <form className="form" onSubmit={handleSubmit(() => by.mutate())}>
    {children}
    <Field
      label={label}
      name="password"
      autoComplete="new-password"
      hint={passwordHint}
      isFirst
      value={password}
      onChange={onChange}
      error={by.error}
    />
    <FormProblem error={by.error} fields={["password"]} />
    <Button submits text={submit} className="primary" by={by} />
  </form>
);
