import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ForMembers, isAtLeast, RequireRole, useMe } from "../../accounts/sign-in/roles.tsx";
import { callApi } from "../../platform/api/client.ts";
import { judgesQuery } from "../../platform/api/queries.ts";
import type { Judge } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Button } from "../../platform/ui/button.tsx";
import { costText } from "../../platform/ui/format.tsx";
import { DangerButton } from "../../platform/ui/forms/danger-button.tsx";
import { Awaited, Section, Wrong } from "../../platform/ui/page.tsx";
import { SettingsPage } from "../../platform/ui/settings-page.tsx";
import { JudgeForm } from "./judge-form.tsx";

export function JudgesPage() {
  const { data, error } = useQuery(judgesQuery);
  const [edited, setEdited] = useState<Judge>();
  const isAdmin = isAtLeast(useMe(), "admin");
  return (
    <SettingsPage
      title="Judges"
      about="The model that decides judge checks, with your own key and daily limits. Monitors use the active judge."
    >
      <Awaited data={data} error={error} rows={3} />
      {data?.items.length === 0 && (
        <p className="muted">No judge model yet: judge checks are skipped until there is one.</p>
      )}
      {data?.items.map((judge) => (
        <JudgeCard key={judge.id} judge={judge} mayChange={isAdmin} onEdit={() => setEdited(judge)} />
      ))}
      {isAdmin ? (
        <Section title={edited ? `Change ${edited.name}` : "New judge"}>
          <JudgeForm
            key={edited?.id ?? "new"}
            {...(edited ? { judge: edited } : {})}
            onDone={() => setEdited(undefined)}
          />
        </Section>
      ) : (
        <RequireRole least="admin">{null}</RequireRole>
      )}
    </SettingsPage>
  );
}

function JudgeCard({ judge, mayChange, onEdit }: { judge: Judge; mayChange: boolean; onEdit: () => void }) {
  const path = { id: judge.id };
  const reloads = [judgesQuery];
  const test = useChange(() => callApi("POST /judges/{id}/test", { path }), { reloads });
  const activate = useChange(() => callApi("PATCH /judges/{id}", { path, body: { isActive: true } }), { reloads });
  const remove = useChange(() => callApi("DELETE /judges/{id}", { path }), { reloads });
  const { name, model, baseUrl, hasKey, isActive, today, dailyUsd, dailyCalls, breaker } = judge;
  const failure = test.error ?? activate.error;
  return (
    <section className="card stack" aria-label={`Judge ${name}`}>
      <header className="line">
        <h2>{name}</h2>
        {isActive && <span className="chip">active</span>}
        {!hasKey && <span className="chip">no key</span>}
        <span className="grow" />
        <ForMembers>
          <Button text="Test" of={name} by={test} />
        </ForMembers>
        {mayChange && !isActive && <Button text="Use" of={name} by={activate} />}
        {mayChange && (
          <>
            <Button text="Change" of={name} onClick={onEdit} />
            <DangerButton what={name} by={remove}>
              Its key is deleted too. {isActive && "Judge checks of monitors are skipped until another judge is used. "}
              Its verdicts are not deleted.
            </DangerButton>
          </>
        )}
      </header>
      <p>
        <code>{model}</code> at <code>{baseUrl}</code>
      </p>
      <p className="muted">
        Today {costText(today.usd)} of {costText(dailyUsd)}, {today.calls} of {dailyCalls} calls
        {today.skipped > 0 && `; ${today.skipped} checks skipped because a daily limit was reached`}
      </p>
      {breaker.state !== "closed" && (
        <p role="alert">Not called for a while: {breaker.reason ?? "it failed again and again"}</p>
      )}
      {failure && <Wrong error={failure} />}
      {test.data && (
        <p role="status">
          {test.data.ok ? "It judged the sample correctly." : `The test failed: ${test.data.problem}`}
        </p>
      )}
    </section>
  );
}
