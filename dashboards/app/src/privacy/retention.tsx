import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask } from "../platform/api/client.ts";
import { privacyQuery } from "../platform/api/queries.ts";
import type { Privacy } from "../platform/api/types.ts";
import { Wrong } from "../platform/ui/states.tsx";

/** How long the project keeps its data. */
export function Retention({ privacy, mayChange }: { privacy: Privacy; mayChange: boolean }) {
  const [days, setDays] = useState(`${privacy.retentionDays}`);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => ask<Privacy>("/privacy", { method: "PATCH", body: { retentionDays: Number(days) } }),
    onSuccess: (answer) => queries.setQueryData(privacyQuery.queryKey, answer),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }
  return (
    <form className="card stack" aria-label="Retention" onSubmit={submit}>
      <header>
        <h2>Retention</h2>
      </header>
      <div className="line" style={{ alignItems: "end" }}>
        <div>
          <label htmlFor="retention-days">Days that datapoints and all that belongs to them are kept</label>
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
          <button type="submit" disabled={days === `${privacy.retentionDays}` || days === "" || save.isPending}>
            Save retention
          </button>
        )}
        <span className="muted">At most {privacy.maxRetentionDays}: the service keeps nothing longer.</span>
      </div>
      {save.error && <Wrong error={save.error} />}
      {save.data && <span role="status">Saved. What is older is deleted within six hours.</span>}
    </form>
  );
}
