export type { HttpTarget, TargetRequest } from "./http-target.ts";
export type { ModelHosts } from "./model-hosts.ts";
export type { ProxySettingsStore } from "./ports/proxy-settings.ts";
export type { SecretStore } from "./ports/secrets.ts";
export type { Dialect, Provider, ProxySettings, Route, Upstream, UpstreamAuth } from "./upstream.ts";
