import { performance } from "node:perf_hooks";
import type { PrivacyRules } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, ok, refusal } from "../../server/service.ts";
import { Privacy, PrivacyChange, RedactionOutcome, RedactionTrial } from "../contract/privacy.ts";
import type { PrivacyStore, ProjectPrivacy } from "../ports/privacy.ts";
import { createTextRedactor } from "../redact/redact-text.ts";

interface PrivacyRouteDependencies {
  readonly privacy: PrivacyStore;
  /** Defaults of projects without their own settings. */
  readonly ownPrivacy: Required<ProjectPrivacy>;
  /** Called after a change; resolves when it is in force in this process. */
  readonly privacyChanged: () => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Changing privacy rules needs the scope admin; reading them does not. */
export function privacyRoutes({ privacy, ownPrivacy, privacyChanged, now }: PrivacyRouteDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/privacy",
      scope: "read",
      tag: "privacy",
      summary: "Show redaction rules and retention",
      answers: { 200: Privacy },
      handle: async ({ principal }) => ok(await shown(principal.projectId)),
    }),

    defineRoute({
      method: "PATCH",
      path: "/privacy",
      scope: "admin",
      tag: "privacy",
      summary: "Change redaction rules and retention; applies to data that arrives from now on",
      body: PrivacyChange,
      answers: { 200: Privacy },
      async handle({ principal: { projectId }, body }) {
        const before = await privacy.get(projectId);
        const rules = body.rules === undefined ? before.rules : (body.rules ?? undefined);
        const retentionDays =
          body.retentionDays === undefined ? before.retentionDays : (body.retentionDays ?? undefined);
        if ((retentionDays ?? 0) > ownPrivacy.retentionDays) {
          const most = `the maximum retention of the service is ${ownPrivacy.retentionDays} days (GAFFE_RETENTION_DAYS)`;
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
      summary: "Show the result of the rules for a text, without storing it",
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

/** Far more than twenty ordinary patterns take on the sample: slower rules would delay all incoming data. */
const mostMs = 1000;
const sample = "The quick brown fox, 12-34-56, jumps over id_4711@example.org; aaaaaaaaaaaaaaaaaaaaaaaaaaaa! ".repeat(
  340,
);

/** Patterns run in linear time, but a large one may still be slow for each character. */
function refuseSlow({ patterns }: PrivacyRules): void {
  for (const { name, pattern } of patterns) {
    const redact = createTextRedactor({ kinds: [], patterns: [{ name, pattern }] });
    const started = performance.now();
    redact(sample);
    if (performance.now() - started > mostMs)
      throw refusal("invalid-request", `the pattern ${name} takes too long on 32 KB of text`, "rules");
  }
}
