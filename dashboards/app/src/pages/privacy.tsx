import { useQuery } from "@tanstack/react-query";
import { isAtLeast, useMe } from "../account/me.ts";
import { privacyQuery } from "../api/queries.ts";
import { Deletions } from "../privacy/deletions.tsx";
import { Retention } from "../privacy/retention.tsx";
import { Rules } from "../privacy/rules.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";

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
