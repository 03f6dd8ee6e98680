import * as oidc from "openid-client";
import { Failure } from "../../platform/failure.ts";
import { isLoopbackOnly } from "../../platform/http/address.ts";
import type { SingleSignOnSettings } from "./settings.ts";

/** What is compared with the response of the provider. Each is random and used once. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the provider says about a person, verified. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
}

interface OidcClientDependencies {
  readonly settings: Pick<SingleSignOnSettings, "issuer" | "clientId" | "clientSecret">;
  readonly redirectUri: () => string;
  readonly now: () => number;
}

export type OidcClient = ReturnType<typeof createOidcClient>;

const timeoutSeconds = 10;
/** Keys and endpoints of a provider change, but seldom. */
const discoveredForMs = 3_600_000;

/** Creates a client of the authorization code flow with PKCE. It discovers the provider when the first person signs in. */
export function createOidcClient({ settings, redirectUri, now }: OidcClientDependencies) {
  let discovered: { readonly at: number; readonly configuration: Promise<oidc.Configuration> } | undefined;

  return {
    newSecrets: (): FlowSecrets => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }),

    async authorizationUrl({ state, nonce, verifier }: FlowSecrets): Promise<string> {
      return oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri(),
        scope: "openid email",
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }).href;
    },

    /** Exchanges the code in the query of the redirect. Throws Failure("caller") for a response that is not genuine. */
    async claims(search: string, { state, nonce, verifier }: FlowSecrets): Promise<Claims> {
      const configuration = await provider();
      const url = new URL(redirectUri());
      url.search = search;
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Failure("caller", "the provider sent no ID token", { problem: "forbidden" });
        const whole = typeof claims["email"] === "string" ? claims : await withUserInfo(configuration, tokens, claims);
        return claimsOf(claims.iss, claims.sub, whole);
      } catch (thrown) {
        throw refusalOf(thrown);
      }
    },
  };

  /** Some providers give the email address at their user info endpoint only. */
  async function withUserInfo(
    configuration: oidc.Configuration,
    { access_token }: { readonly access_token: string },
    claims: { readonly sub: string } & Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    return oidc.fetchUserInfo(configuration, access_token, claims.sub);
  }

  function provider(): Promise<oidc.Configuration> {
    if (discovered && now() - discovered.at < discoveredForMs) return discovered.configuration;
    const configuration = discover(settings);
    const mine = { at: now(), configuration };
    discovered = mine;
    configuration.catch(() => {
      if (discovered === mine) discovered = undefined;
    });
    return configuration;
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcClientDependencies["settings"]) {
  const url = new URL(issuer);
  // The settings allow plain HTTP on this machine only.
  const isPlain = url.protocol === "http:" && isLoopbackOnly(url.hostname.replace(/^\[|\]$/g, ""));
  try {
    return await oidc.discovery(
      url,
      clientId,
      undefined,
      clientSecret === undefined ? oidc.None() : authenticationBy(clientSecret),
      { timeout: timeoutSeconds, execute: isPlain ? [oidc.allowInsecureRequests] : [] },
    );
  } catch (thrown) {
    throw new Failure("dependency", "the provider of single sign-on does not respond as expected", { issuer }, thrown);
  }
}

/** In the header, as the standard prefers, unless the provider takes it in the body only. */
function authenticationBy(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...request);
  };
}

function claimsOf(issuer: string, subject: string, claims: Readonly<Record<string, unknown>>): Claims {
  const { email, email_verified: isVerified } = claims;
  return {
    issuer,
    subject,
    email: typeof email === "string" ? email.toLowerCase() : undefined,
    isEmailVerified: isVerified === true || isVerified === "true",
  };
}

/** Responses that are not genuine are the caller's; an unreachable provider is not. */
function refusalOf(thrown: unknown): unknown {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof oidc.AuthorizationResponseError) {
    return refused(`the provider refused: ${thrown.error_description ?? thrown.error}`, thrown);
  }
  const isUnreachable = thrown instanceof oidc.ClientError && /^OAUTH_(TIMEOUT|ABORT)$/.test(thrown.code ?? "");
  if (isUnreachable || (thrown instanceof TypeError && thrown.message === "fetch failed")) {
    return new Failure("dependency", "the provider of single sign-on does not respond", {}, thrown);
  }
  return refused("this sign-in is not valid, or was used already: start again", thrown);
}

const refused = (message: string, cause: unknown) => new Failure("caller", message, { problem: "forbidden" }, cause);
