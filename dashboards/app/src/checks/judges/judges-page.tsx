import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isAtLeast, useMe } from "../../accounts/sign-in/me.ts";
import { RequireRole } from "../../accounts/sign-in/require-role.tsx";
import { judgesQuery } from "../../platform/api/queries.ts";
import type { Judge } from "../../platform/api/types.ts";
import { Section } from "../../platform/ui/page.tsx";
import { SettingsPage } from "../../platform/ui/settings-page.tsx";
import { Skeleton, Wrong } from "../../platform/ui/states.tsx";
import { JudgeCard } from "./judge-card.tsx";
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
        <RequireRole least="admin">{null}</RequireRole>
      )}
    </SettingsPage>
  );
}
