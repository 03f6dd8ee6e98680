import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { freshToken } from "../../accounts/sign-in/fresh-token.ts";
import { isAtLeast, useMe } from "../../accounts/sign-in/me.ts";
import { callApi } from "../../platform/api/client.ts";
import { CopyButton } from "../../platform/ui/copy-button.tsx";
import { Wrong } from "../../platform/ui/states.tsx";

/** The API token for sending data: the one from sign-up, or one created here. */
export function OwnToken() {
  const who = useMe();
  const make = useMutation({
    mutationFn: () => callApi("POST /tokens", { body: { name: "made on the home page", scopes: ["ingest", "write"] } }),
    onSuccess: ({ secret }) => freshToken.set(secret),
  });
  const secret = make.data?.secret ?? freshToken.get();
  if (secret !== undefined) {
    return (
      <div className="note ok">
        <strong>Copy it now. It is shown only once.</strong>
        <code>{secret}</code>
        <div className="line">
          <CopyButton label="Copy token" text={secret} />
          <CopyButton label="Copy as .env" text={`GAFFE_TOKEN=${secret}\n`} />
        </div>
      </div>
    );
  }
  return (
    <div className="stack">
      <span>
        Every snippet reads it from <code>GAFFE_TOKEN</code>.{" "}
        {who.kind === "local" && (
          <>
            On this computer it is optional. <a href="/sign-up">Sign up</a> to have one, and to be mailed what goes
            wrong.
          </>
        )}
        {who.kind === "user" && isAtLeast(who, "member") && (
          <>
            <button type="button" disabled={make.isPending} onClick={() => make.mutate()}>
              Create a token
            </button>{" "}
            or see all under <Link to="/settings/tokens">Settings ▸ API Token</Link>.
          </>
        )}
      </span>
      {make.error && <Wrong error={make.error} />}
    </div>
  );
}
