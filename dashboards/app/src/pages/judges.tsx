import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isAtLeast, useMe } from "../account/me.ts";
import { NeedsRole } from "../account/needs-role.tsx";
import { judgesQuery } from "../api/queries.ts";
import type { Judge } from "../api/types.ts";
import { JudgeCard } from "../judges/judge-card.tsx";
import { JudgeForm } from "../judges/judge-form.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";

export function JudgesPage() {
  const { data, error } = useQuery(judgesQuery);
  const [edited, setEdited] = useState<Judge>();
  const isAdmin = isAtLeast(useMe(), "admin");
  return (
    <SettingsPage
      title="Judges"
      about="The model that decides judge checks: yours, with your key and your ceilings. Monitors use the active one."
    >
      {error && <Wrong error={error} />}
      {!data && !error && <Skeleton rows={3} />}
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
        <NeedsRole least="admin">{null}</NeedsRole>
      )}
    </SettingsPage>
  );
}
