import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../platform/api/client.ts";
import { ownSessionsQuery, secondFactorQuery } from "../../platform/api/queries.ts";
import type { SecondFactor } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Day } from "../../platform/ui/format.tsx";
import { handleSubmit, useDraft } from "../../platform/ui/forms/field.tsx";
import { Awaited, Section } from "../../platform/ui/page.tsx";
import { Field, FormProblem } from "../sign-in/frame.tsx";
import { Enrolment, RecoveryCodes } from "./enrolment.tsx";

/** A person's own two-factor sign-in: turning it on and off, and new recovery codes. */
export function SecondFactorSection() {
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [isBeginning, setBeginning] = useState(false);
  const isOn = data?.since !== undefined;
  return (
    <Section title="Two-factor sign-in">
      <div className="stack" style={{ maxWidth: 420 }}>
        <Awaited data={data} error={error} rows={2} />
        {data && !isOn && !isBeginning && (
          <>
            <p className="muted">
              Off. A code of an app on your phone, in addition to the password, keeps out people who learn your
              password.
            </p>
            <Button
              text="Turn on two-factor sign-in"
              className="primary"
              style={{ justifySelf: "start" }}
              onClick={() => setBeginning(true)}
            />
          </>
        )}
        {data && isBeginning && (
          <Enrolment
            onDone={() => {
              setBeginning(false);
              void refetch();
            }}
          />
        )}
        {data && isOn && !isBeginning && <Proven factor={data} />}
      </div>
    </Section>
  );
}

function Proven({ factor: { since, recoveryCodesLeft, required } }: { factor: SecondFactor }) {
  const { draft, setDraft, field } = useDraft({ password: "", code: "" });
  const [action, setAction] = useState<"renew" | "remove">();
  const [codes, setCodes] = useState<readonly string[]>();
  function close() {
    setAction(undefined);
    setDraft({ password: "", code: "" });
  }
  const renew = useChange(() => callApi("POST /me/second-factor/recovery-codes", { body: draft }), {
    reloads: [secondFactorQuery],
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes);
      close();
    },
  });
  const remove = useChange(() => callApi("POST /me/second-factor/remove", { body: draft }), {
    reloads: [secondFactorQuery, ownSessionsQuery],
    onSuccess: close,
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
  const chosen = action === "remove" ? remove : renew;
  return (
    <>
      <p>
        On since {since !== undefined && <Day at={since} />}. {recoveryCodesLeft} recovery codes are left.
      </p>
      {action === undefined ? (
        <div className="line">
          <Button text="Create new recovery codes" onClick={() => setAction("renew")} />
          {!required && <Button text="Turn off" className="danger" onClick={() => setAction("remove")} />}
        </div>
      ) : (
        <form className="form" onSubmit={handleSubmit(() => chosen.mutate())}>
          <Field
            {...field("password")}
            label="Your password"
            name="password"
            autoComplete="current-password"
            isFirst
            error={chosen.error}
          />
          <Field
            {...field("code")}
            label="Code"
            name="code"
            autoComplete="one-time-code"
            hint="Of the authenticator app, or a recovery code."
            error={chosen.error}
          />
          <FormProblem error={chosen.error} fields={["password", "code"]} />
          <div className="line">
            <Button
              submits
              text={action === "remove" ? "Turn off two-factor sign-in" : "Replace the recovery codes"}
              className={action === "remove" ? "danger" : "primary"}
              by={chosen}
            />
            <Button text="Cancel" onClick={close} />
          </div>
        </form>
      )}
      {required && <p className="muted">Your account requires two-factor sign-in, so it cannot be turned off.</p>}
    </>
  );
}
