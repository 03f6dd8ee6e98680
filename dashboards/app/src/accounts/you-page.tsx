import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { meQuery, ownSessionsQuery, usersQuery } from "../platform/api/queries.ts";
import type { BrowserSession } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";
import { ConfirmDelete } from "../platform/ui/forms/danger-button.tsx";
import { handleSubmit, useDraft } from "../platform/ui/forms/field.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Awaited, Section, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { Table, TimeCell } from "../platform/ui/table.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { Field, FormProblem, passwordHint } from "./sign-in/frame.tsx";
import { RequireRole, useMe } from "./sign-in/roles.tsx";

export function YouPage() {
  const who = useMe();
  const takesPasswords = useQuery(meQuery).data?.takesPasswords !== false;
  return (
    <SettingsPage
      title="Sign-in"
      about={who.kind === "user" ? `You are ${who.email}, ${who.accountRole} of the account.` : undefined}
    >
      {who.kind === "user" ? (
        <>
          <UnconfirmedEmail email={who.email} />
          {takesPasswords && <Password />}
          {takesPasswords && <SecondFactorSection />}
          <Browsers />
        </>
      ) : who.kind === "token" ? (
        <p>A token has no password and no sessions. Sign in to see yours.</p>
      ) : (
        <RequireRole least="admin">{null}</RequireRole>
      )}
    </SettingsPage>
  );
}

/** Shown to people who joined by a link that was not mailed to them. */
function UnconfirmedEmail({ email }: { email: string }) {
  const { data } = useQuery(usersQuery);
  const toast = useToast();
  const send = useChange(() => callApi("POST /me/email-confirmation", {}), {
    onSuccess: () => toast("The confirmation email is on its way"),
  });
  const isConfirmed = data?.items.find((user) => user.email === email)?.emailConfirmed ?? true;
  if (isConfirmed) return null;
  return (
    <Section title="Email address">
      <p>{email} is not confirmed, so it gets no notifications. Follow the link in the email that was sent to it.</p>
      {send.error && <Wrong error={send.error} />}
      <Button text="Send confirmation again" by={send} onClick={() => send.mutate()} />
    </Section>
  );
}

function Password() {
  const { draft, setDraft, field } = useDraft({ current: "", password: "" });
  const toast = useToast();
  const change = useChange(() => callApi("POST /me/password", { body: draft }), {
    reloads: [ownSessionsQuery],
    onSuccess: () => {
      setDraft({ current: "", password: "" });
      toast("The password is changed. Other browsers were signed out.");
    },
  });
  return (
    <Section title="Password">
      <form className="form" onSubmit={handleSubmit(() => change.mutate())} style={{ maxWidth: 420 }}>
        <Field
          label="Current password"
          name="current"
          autoComplete="current-password"
          {...field("current")}
          error={change.error}
        />
        <Field
          label="New password"
          name="password"
          autoComplete="new-password"
          hint={passwordHint}
          {...field("password")}
          error={change.error}
        />
        <FormProblem error={change.error} fields={["current", "password"]} />
        <Button submits text="Change the password" className="primary" style={{ justifySelf: "start" }} by={change} />
      </form>
    </Section>
  );
}

function Browsers() {
  const [isConfirming, setConfirming] = useState(false);
  const { data, error } = useQuery(ownSessionsQuery);
  const end = useChange((id: string) => callApi("DELETE /me/sessions/{id}", { path: { id } }), {
    reloads: [ownSessionsQuery],
  });
  const everywhere = useMutation({
    mutationFn: () => callApi("POST /sign-out", { body: { everywhere: true } }),
    onSuccess: () => location.assign("/sign-in"),
  });
  return (
    <Section
      title="Active sessions"
      actions={<Button text="Sign out everywhere" className="danger" onClick={() => setConfirming(true)} />}
    >
      {isConfirming && (
        <ConfirmDelete
          verb="Sign out"
          what="everywhere"
          by={{ ...everywhere, isPending: everywhere.isPending || everywhere.isSuccess }}
          onClose={() => setConfirming(false)}
        >
          You are signed out in every browser, including this one. API tokens continue to work.
        </ConfirmDelete>
      )}
      {end.error && <Wrong error={end.error} />}
      <Awaited data={data} error={error} rows={2} />
      {data && (
        <Table label="Browsers" head={["Browser", "Address", "Signed in", "Last seen", ""]}>
          {data.items.map((session) => (
            <tr key={session.id}>
              <td>{browserOf(session)}</td>
              <td className="muted anywhere">{session.address}</td>
              <TimeCell at={session.createdAt} />
              <TimeCell at={session.lastSeenAt} />
              <td className="right">
                {session.isThis ? (
                  <span className="chip">this one</span>
                ) : (
                  <Button text="Sign out" of={browserOf(session)} onClick={() => end.mutate(session.id)} />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

function browserOf({ agent }: BrowserSession): string {
  const name = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(agent)?.[1];
  const called = name === "Edg" ? "Edge" : name === "OPR" ? "Opera" : (name ?? agent.split(/[ /]/)[0] ?? "unknown");
  return system === undefined ? called : `${called}, ${system}`;
}
