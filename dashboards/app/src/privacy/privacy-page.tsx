import { useQuery } from "@tanstack/react-query";
import { isAtLeast, useMe } from "../accounts/sign-in/me.ts";
import { privacyQuery } from "../platform/api/queries.ts";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { Skeleton, Wrong } from "../platform/ui/states.tsx";
import { Deletions } from "./deletions.tsx";
import { Retention } from "./retention.tsx";
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
