import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../platform/api/client.ts";
import type { LinkShown } from "../../platform/api/types.ts";
import { handleSubmit } from "../../platform/ui/forms/handle-submit.ts";
import { Skeleton } from "../../platform/ui/states.tsx";
import type { AccountPageProps } from "./account-page.ts";
import { Field, FormProblem, passwordHint } from "./fields.tsx";
import { AccountFrame } from "./frame.tsx";
import { linkKey } from "./link-key.ts";

/** The page that an invitation or a sign-up link opens. */
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
      {link && key !== undefined && <Form link={link} linkKey={key} onIn={onIn} />}
    </AccountFrame>
  );
}

function Form({ link, linkKey: key, onIn }: AccountPageProps & { link: LinkShown; linkKey: string }) {
  const [password, setPassword] = useState("");
  const join = useMutation({
    mutationFn: () => callApi("POST /links/join", { body: { key, password }, project: false }),
    onSuccess: ({ token }) => onIn(token),
  });
  return (
    <form className="form" onSubmit={handleSubmit(() => join.mutate())}>
      <p>
        {link.kind === "invitation"
          ? `${(link.invitedBy ?? "An admin").replace(/^user:/, "")} invites you as ${link.role}. `
          : "Choose a password, and you are in. "}
        You sign in as <b>{link.email}</b>.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
      <Field
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={passwordHint}
        isFirst
        value={password}
        onChange={setPassword}
        error={join.error}
      />
      <FormProblem error={join.error} fields={["password"]} />
      <button type="submit" className="primary" disabled={join.isPending}>
        {link.kind === "invitation" ? "Join" : "Sign up"}
      </button>
    </form>
  );
}
