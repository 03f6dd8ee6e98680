import { performance } from "node:perf_hooks";
import type { PrivacyRules } from "../../datapoints/text/redaction.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, ok, refusal } from "../../server/routes/route.ts";
import { Privacy, PrivacyChange, RedactionOutcome, RedactionTrial } from "../contract/privacy.ts";
import { createTextRedactor } from "../redact/redact-text.ts";

type Needs = Pick<ApiNeeds, "privacy" | "ownPrivacy" | "privacyChanged" | "now">;

/** Deciding what is kept of people's words needs the scope admin; seeing the rules does not. */
export function privacyRoutes({ privacy, ownPrivacy, privacyChanged, now }: Needs) {
  return [
    defineRoute({
      method: "GET",
      path: "/privacy",
      scope: "read",
      tag: "privacy",
      summary: "Show what is redacted and how long data is kept",
      answers: { 200: Privacy },
      handle: async ({ principal }) => ok(await shown(principal.projectId)),
    }),

    defineRoute({
      method: "PATCH",
      path: "/privacy",
      scope: "admin",
      tag: "privacy",
      summary: "Change what is redacted and how long data is kept; in force for what comes in from now on",
      body: PrivacyChange,
      answers: { 200: Privacy },
      async handle({ principal: { projectId }, body }) {
        const before = await privacy.get(projectId);
        const rules = body.rules === undefined ? before.rules : (body.rules ?? undefined);
        const retentionDays =
          body.retentionDays === undefined ? before.retentionDays : (body.retentionDays ?? undefined);
        if ((retentionDays ?? 0) > ownPrivacy.retentionDays) {
          const most = `the service keeps nothing longer than ${ownPrivacy.retentionDays} days (GAFFE_RETENTION_DAYS)`;
          throw refusal("invalid-request", most, "retentionDays");
        }
        if (rules) refuseSlow(rules);
        const set = { ...(rules ? { rules } : {}), ...(retentionDays === undefined ? {} : { retentionDays }) };
        await privacy.set(projectId, set, now());
        await privacyChanged();
        return ok(await shown(projectId));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/privacy/try",
      scope: "read",
      tag: "privacy",
      summary: "Show what the rules would leave of a text; nothing is kept of it",
      body: RedactionTrial,
      answers: { 200: RedactionOutcome },
      async handle({ principal: { projectId }, body: { text, rules } }) {
        const redacted = createTextRedactor(rules ?? (await shown(projectId)).rules)(text);
        const found = Map.groupBy(redacted?.types ?? [], (type) => type);
        return ok({
          text: redacted?.text ?? text,
          found: Array.from(found, ([type, all]) => ({ type, count: all.length })),
        });
      },
    }),
  ];

  async function shown(project: ProjectId) {
    const { rules, retentionDays = ownPrivacy.retentionDays } = await privacy.get(project);
    return {
      rules: rules ?? ownPrivacy.rules,
      rulesAreOwn: rules !== undefined,
      retentionDays: Math.min(retentionDays, ownPrivacy.retentionDays),
      maxRetentionDays: ownPrivacy.retentionDays,
    };
  }
}

/** Far above what twenty ordinary patterns take on the sample: such rules would slow everything that comes in. */
const mostMs = 1000;
const sample = "The quick brown fox, 12-34-56, jumps over id_4711@example.org; aaaaaaaaaaaaaaaaaaaaaaaaaaaa! ".repeat(
  340,
);

/** Patterns run in linear time, but a large one may still take long for each character. */
function refuseSlow({ patterns }: PrivacyRules): void {
  for (const { name, pattern } of patterns) {
    const redact = createTextRedactor({ kinds: [], patterns: [{ name, pattern }] });
    const started = performance.now();
    redact(sample);
    if (performance.now() - started > mostMs)
      throw refusal("invalid-request", `the pattern ${name} takes too long on 32 KB of text`, "rules");
  }
}
