import type { PrivacyRules } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, ok, refusal } from "../../server/service.ts";
import { Privacy, PrivacyChange, RedactionOutcome, RedactionTrial } from "../contract/privacy.ts";
import type { PrivacyStore, ProjectPrivacy } from "../ports/privacy.ts";
import { costProblem } from "../redact/pattern-cost.ts";
import type { Redactor } from "../redaction/redactor.ts";

interface PrivacyRouteDependencies {
  readonly privacy: PrivacyStore;
  /** Defaults of projects without their own settings. */
  readonly ownPrivacy: Required<ProjectPrivacy>;
  readonly redactionTrials: Pick<Redactor, "tryRules" | "probe">;
  /** Called after a change; resolves when it is in force in this process. */
  readonly privacyChanged: () => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Changing privacy rules needs the scope admin; reading them does not. */
export function privacyRoutes({ privacy, ownPrivacy, redactionTrials, privacyChanged, now }: PrivacyRouteDependencies) {
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
        if (body.rules) await refuseCostly(projectId, body.rules);
        const set = { ...(rules ? { rules } : {}), ...(retentionDays === undefined ? {} : { retentionDays }) };
        await privacy.set(projectId, set, now());
        await privacyChanged();
        return ok(await shown(projectId));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/privacy/try",
      scope: "write",
      audit: false,
      tag: "privacy",
      summary: "Show the result of the rules for a text, without storing it",
      body: RedactionTrial,
      answers: { 200: RedactionOutcome },
      async handle({ principal: { projectId }, body: { text, rules } }) {
        if (rules) refuseOverBudget(rules);
        const tried = await redactionTrials.tryRules(projectId, text, rules ?? (await shown(projectId)).rules);
        if (!tried) throw refusal("too-costly", "the rules did not finish on this text within 2 seconds", "rules");
        const found = Map.groupBy(tried.types, (type) => type);
        return ok({
          text: tried.texts[0] ?? text,
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

  /** Refuses patterns by their size, then by what they take on texts that are made for them. */
  async function refuseCostly(project: ProjectId, { patterns }: PrivacyRules): Promise<void> {
    if (patterns.length === 0) return;
    refuseOverBudget({ patterns });
    const problem = await redactionTrials.probe(project, patterns);
    if (problem !== undefined) throw refusal("too-costly", problem, "rules");
  }
}

function refuseOverBudget({ patterns }: Pick<PrivacyRules, "patterns">): void {
  const problem = costProblem(patterns);
  if (problem !== undefined) throw refusal("too-costly", problem, "rules");
}
