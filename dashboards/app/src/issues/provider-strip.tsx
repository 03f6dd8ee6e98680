import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Sparkline } from "../dashboards/charts/sparkline.tsx";
import { usageQuery } from "../platform/api/queries.ts";
import { countText } from "../platform/ui/format.tsx";
import { Wrong } from "../platform/ui/page.tsx";
import { ScrollRegion } from "../platform/ui/table.tsx";

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The providers' failures over the last 24 hours, to recognize an outage of a provider. */
export function ProviderStrip() {
  const { data, error, isPending } = useQuery(usageQuery({ q: "", range: "24h", by: "provider", buckets: 24 }));
  const providers = (data?.groups ?? []).flatMap(({ name, calls, errors }) =>
    name === undefined ? [] : [{ name, calls: sumOf(calls), failed: sumOf(errors), errors }],
  );
  if (isPending)
    return (
      <div className="strip" aria-busy="true">
        <div className="skeleton pulse" />
      </div>
    );
  if (error && !data) return <Wrong error={error} />;
  if (providers.length === 0) return null;
  return (
    <ScrollRegion className="strip" label="Providers, last 24 hours">
      {providers.map(({ name, calls, failed, errors }) => (
        <Link key={name} to="/datapoints" search={{ q: `provider:${JSON.stringify(name)} is:error`, range: "24h" }}>
          <span>
            <b>{name}</b>
            <br />
            <span className="small muted num">
              {failed === 0 ? "no failed call" : `${countText(failed)} of ${countText(calls)} failed`}
            </span>
          </span>
          <Sparkline
            values={errors}
            label={`${failed} failed calls in 24 hours`}
            tone={failed > 0 ? "fail" : "quiet"}
          />
        </Link>
      ))}
    </ScrollRegion>
  );
}
