import { isIP } from "node:net";
import { z } from "zod";
import type { AddressGuard } from "../../platform/http/address.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, notFound, ok, refusal } from "../../server/service.ts";
import { NewUpstream, ProxyChoices, ProxyChoicesChange, Upstream, UpstreamChange } from "../contract/upstream.ts";
import type { ProxyChoiceStore, UpstreamStore } from "../ports/proxy-settings.ts";
import type { Dialect, ProxyChoices as DomainChoices, Upstream as DomainUpstream, UpstreamAuth } from "../upstream.ts";

interface UpstreamDependencies {
  readonly upstreams: UpstreamStore;
  readonly proxyChoices: ProxyChoiceStore;
  /** Called after every change of a project's upstreams or choices, so that the proxy uses the new ones. */
  readonly proxySettingsChanged: (project: ProjectId) => void;
  /** Restricts the addresses of upstreams; host names are checked by their resolved address when a call connects. */
  readonly addressGuard: AddressGuard;
}

/**
 * Changing an upstream decides which company a project's provider keys are sent to, so it requires the admin
 * scope.
 */
export function upstreamRoutes({ upstreams, proxyChoices, proxySettingsChanged, addressGuard }: UpstreamDependencies) {
  const byId = { id: Id };
  return [
    defineRoute({
      method: "GET",
      path: "/upstreams",
      scope: "read",
      tag: "proxy",
      summary: "List the project's own upstreams",
      answers: { 200: z.strictObject({ items: z.array(Upstream) }) },
      handle: async ({ principal }) => ok({ items: (await upstreams.list(principal.projectId)).map(upstreamJson) }),
    }),

    defineRoute({
      method: "POST",
      path: "/upstreams",
      scope: "admin",
      tag: "proxy",
      summary: "Register an upstream; a known provider's id replaces that provider for this project",
      body: NewUpstream,
      answers: { 201: Upstream },
      async handle({ principal: { projectId }, body }) {
        const { id, baseUrl, auth, header, dialect, streamUsage } = body;
        refuseAddress(baseUrl, addressGuard);
        const made = upstreamFrom({ id, baseUrl, auth: authOf(auth, header) }, dialect, streamUsage);
        if (!(await upstreams.add(projectId, made))) {
          throw refusal("conflict", "the project has an upstream of this id", "id");
        }
        proxySettingsChanged(projectId);
        return { status: 201, body: upstreamJson(made) };
      },
    }),

    defineRoute({
      method: "PATCH",
      path: "/upstreams/:id",
      scope: "admin",
      tag: "proxy",
      summary: "Change an upstream",
      params: byId,
      body: UpstreamChange,
      answers: { 200: Upstream },
      async handle({ principal: { projectId }, params, body }) {
        const before = await find(projectId, params.id);
        const baseUrl = body.baseUrl ?? before.baseUrl;
        refuseAddress(baseUrl, addressGuard);
        const kind = body.auth ?? before.auth.kind;
        const savedHeader = before.auth.kind === "header" && kind === "header" ? before.auth.header : undefined;
        const auth = authOf(kind, body.header ?? savedHeader);
        const { dialect = before.dialect, streamUsage = before.streamUsage } = body;
        const after = upstreamFrom({ id: before.id, baseUrl, auth }, dialect ?? undefined, streamUsage);
        if (!(await upstreams.replace(projectId, after))) throw notFound("upstream");
        proxySettingsChanged(projectId);
        return ok(upstreamJson(after));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/upstreams/:id",
      scope: "admin",
      tag: "proxy",
      summary: "Delete an upstream; not while it is the default",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal: { projectId }, params }) {
        const { defaultUpstream } = await proxyChoices.get(projectId);
        if (defaultUpstream === params.id) {
          throw refusal("conflict", "it is the project's default upstream: choose another or none first");
        }
        if (!(await upstreams.remove(projectId, params.id))) throw notFound("upstream");
        proxySettingsChanged(projectId);
        return { status: 204 };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/proxy-settings",
      scope: "read",
      tag: "proxy",
      summary: "Show how the project's proxy calls are treated",
      answers: { 200: ProxyChoices },
      handle: async ({ principal }) => ok(choicesJson(await proxyChoices.get(principal.projectId))),
    }),

    defineRoute({
      method: "PATCH",
      path: "/proxy-settings",
      scope: "admin",
      tag: "proxy",
      summary: "Change how the project's proxy calls are treated",
      body: ProxyChoicesChange,
      answers: { 200: ProxyChoices },
      async handle({ principal: { projectId }, body }) {
        const { defaultUpstream: before, ...rest } = await proxyChoices.get(projectId);
        const { defaultUpstream = before, strict = rest.strict, includeUsage = rest.includeUsage } = body;
        if (typeof body.defaultUpstream === "string") await existing(projectId, body.defaultUpstream);
        const after: DomainChoices = {
          ...(defaultUpstream ? { defaultUpstream } : {}),
          strict: strict ?? false,
          includeUsage: includeUsage ?? false,
        };
        await proxyChoices.set(projectId, after);
        proxySettingsChanged(projectId);
        return ok(choicesJson(after));
      },
    }),
  ];

  async function find(project: ProjectId, id: string): Promise<DomainUpstream> {
    const upstream = (await upstreams.list(project)).find((each) => each.id === id);
    if (!upstream) throw notFound("upstream");
    return upstream;
  }

  async function existing(project: ProjectId, id: string): Promise<void> {
    if ((await upstreams.list(project)).some((each) => each.id === id)) return;
    throw refusal("invalid-request", "the project has no upstream of this id: register it first", "defaultUpstream");
  }
}

function authOf(kind: UpstreamAuth["kind"], header: string | undefined): UpstreamAuth {
  if (kind !== "header") {
    if (header !== undefined) throw refusal("invalid-request", "belongs to auth header alone", "header");
    return { kind };
  }
  if (header === undefined) throw refusal("invalid-request", "auth header needs the name of the header", "header");
  return { kind, header };
}

function upstreamFrom(
  upstream: Pick<DomainUpstream, "id" | "baseUrl" | "auth">,
  dialect: Dialect | undefined,
  streamUsage: boolean | undefined,
): DomainUpstream {
  return {
    ...upstream,
    ...(dialect === undefined ? {} : { dialect }),
    ...(streamUsage === true ? { streamUsage } : {}),
  };
}

/** Refuses addresses that the address guard would block on every call. */
function refuseAddress(baseUrl: string, guard: AddressGuard): void {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 0 || guard(host)) return;
  const detail = "this address may not be connected to: who runs the service allows networks by GAFFE_ALLOW_NETWORKS";
  throw refusal("invalid-request", detail, "baseUrl");
}

const upstreamJson = ({ auth, ...rest }: DomainUpstream) => ({
  ...rest,
  auth: auth.kind,
  ...(auth.kind === "header" ? { header: auth.header } : {}),
});

const choicesJson = ({ defaultUpstream, strict, includeUsage }: DomainChoices) => ({
  ...(defaultUpstream === undefined ? {} : { defaultUpstream }),
  strict: strict ?? false,
  includeUsage: includeUsage ?? false,
});
