import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../platform/api/client.ts";
import { signInRulesQuery } from "../../platform/api/queries.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Checkbox } from "../../platform/ui/forms/field.tsx";
import { Awaited, Section, Wrong } from "../../platform/ui/page.tsx";
import { useMe } from "../sign-in/roles.tsx";

/** The account's rule about two-factor sign-in, for admins. */
export function RequiredSecondFactor() {
  const { data, error } = useQuery(signInRulesQuery);
  const isPerson = useMe().kind === "user";
  const change = useChange(
    (requireSecondFactor: boolean) => callApi("PATCH /account/sign-in", { body: { requireSecondFactor } }),
    { reloads: [signInRulesQuery], stores: () => [signInRulesQuery] },
  );
  return (
    <Section title="Sign-in rules">
      <div className="stack">
        <Awaited data={data} error={error} rows={1} />
        {data && (
          <>
            <Checkbox
              value={change.isPending ? change.variables : data.requireSecondFactor}
              onChange={change.mutate}
              disabled={!isPerson || change.isPending}
            >
              Require two-factor sign-in
            </Checkbox>
            <p className="muted">
              {data.enrolled} of {data.people} people have set it up. The others are led to it before they see anything.
            </p>
          </>
        )}
        {change.error && <Wrong error={change.error} />}
      </div>
    </Section>
  );
}
