import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isAtLeast, useMe } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { privacyQuery } from "../platform/api/queries.ts";
import type { Privacy } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { handleSubmit } from "../platform/ui/forms/field.tsx";
import { Skeleton, Wrong } from "../platform/ui/page.tsx";
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
      {error && <Wrong error={error} />}
      {!data && !error && <Skeleton />}
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

/** Sets how long the project retains its data. */
export function Retention({ privacy, mayChange }: { privacy: Privacy; mayChange: boolean }) {
  const [days, setDays] = useState(`${privacy.retentionDays}`);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => callApi("PATCH /privacy", { body: { retentionDays: Number(days) } }),
    onSuccess: (answer) => queries.setQueryData(privacyQuery.queryKey, answer),
  });
  return (
    <form className="card stack" aria-label="Retention" onSubmit={handleSubmit(() => save.mutate())}>
      <header>
        <h2>Retention</h2>
      </header>
      <div className="line" style={{ alignItems: "end" }}>
        <div>
          <label htmlFor="retention-days">Retention of datapoints and related data (days)</label>
          <input
            id="retention-days"
            type="number"
            min={1}
            max={privacy.maxRetentionDays}
            value={days}
            disabled={!mayChange}
            onChange={({ target }) => setDays(target.value)}
          />
        </div>
        {mayChange && (
          <Button
            submits
            text="Save retention"
            disabled={days === `${privacy.retentionDays}` || days === "" || save.isPending}
          />
        )}
        <span className="muted">At most {privacy.maxRetentionDays}: the service retains nothing longer.</span>
      </div>
      {save.error && <Wrong error={save.error} />}
      {save.data && <span role="status">Saved. Older data is deleted within six hours.</span>}
    </form>
  );
}
