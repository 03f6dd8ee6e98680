import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isAtLeast, useMe } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { privacyQuery } from "../platform/api/queries.ts";
import type { Privacy } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";
import { Field, handleSubmit } from "../platform/ui/forms/field.tsx";
import { Awaited, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { Deletions } from "./deletions.tsx";
import { Rules } from "./rules.tsx";

export function PrivacyPage() {
  const { data, error } = useQuery(privacyQuery);
  const mayChange = isAtLeast(useMe(), "admin");
  return (
    <SettingsPage
      title="Privacy"
      about="What of this project's data is written down at all, for how long, and how it is deleted."
    >
      <Awaited data={data} error={error} />
      {data && (
        <>
          <Rules privacy={data} mayChange={mayChange} />
          <Retention privacy={data} mayChange={mayChange} />
          <Deletions mayChange={mayChange} />
        </>
      )}
    </SettingsPage>
  );
}

export function Retention({ privacy, mayChange }: { privacy: Privacy; mayChange: boolean }) {
  const [days, setDays] = useState(`${privacy.retentionDays}`);
  const save = useChange(() => callApi("PATCH /privacy", { body: { retentionDays: Number(days) } }), {
    stores: () => [privacyQuery],
  });
  return (
    <form className="card stack" aria-label="Retention" onSubmit={handleSubmit(() => save.mutate())}>
      <header>
        <h2>Retention</h2>
      </header>
      <div className="line" style={{ alignItems: "end" }}>
        <Field
          label="Retention of datapoints and related data (days)"
          grow={false}
          value={days}
          onChange={setDays}
          type="number"
          min={1}
          max={privacy.maxRetentionDays}
          disabled={!mayChange}
        />
        {mayChange && (
          <Button
            submits
            text="Save retention"
            by={save}
            disabled={days === `${privacy.retentionDays}` || days === ""}
          />
        )}
        <span className="muted">At most {privacy.maxRetentionDays}: the service retains nothing longer.</span>
      </div>
      {save.error && <Wrong error={save.error} />}
      {save.data && <span role="status">Saved. Older data is deleted within six hours.</span>}
    </form>
  );
}
