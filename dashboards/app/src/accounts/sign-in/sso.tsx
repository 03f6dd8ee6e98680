import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "../../platform/api/client.ts";
import { meQuery } from "../../platform/api/queries.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Skeleton } from "../../platform/ui/page.tsx";
import { nextPage } from "./arrival.ts";
import { AccountFrame, type AccountPageProps, FormProblem } from "./frame.tsx";

interface SsoButtonProps {
  /** Name of the provider. */
  readonly label: string;
  /** Key of the link for the first account. */
  readonly firstAccountKey?: string | undefined;
}

/** Leads to the provider of single sign-on, which leads back to `SsoPage`. */
export function SsoButton({ label, firstAccountKey: key }: SsoButtonProps) {
  const start = useMutation({
    mutationFn: () =>
      callApi("POST /sso/start", { body: { next: nextPage(), ...(key === undefined ? {} : { key }) }, project: false }),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <div className="form">
      <Button
        text={`Sign in with ${label}`}
        style={{ justifyContent: "center" }}
        by={{ ...start, isPending: start.isPending || start.isSuccess }}
      />
      <FormProblem error={start.error} fields={[]} />
    </div>
  );
}

/** The provider as a way to sign in; above an app with unsaved input, in another tab, so that the input stays. */
export function SsoWay({ isAgain }: { readonly isAgain: boolean }) {
  const { data: me } = useQuery(meQuery);
  if (!me?.sso) return null;
  if (!isAgain) return <SsoButton label={me.sso.label} />;
  return (
    <p>
      <a href="/sign-in" target="_blank" rel="noreferrer">
        Sign in with {me.sso.label} in another tab
      </a>
    </p>
  );
}

/** Finishes a sign-in with the response of the provider, which it removes from the address. */
export function SsoPage({ onIn }: AccountPageProps) {
  const { data, error } = useQuery({
    queryKey: ["sso"],
    queryFn: () => {
      const { search } = location;
      history.replaceState(undefined, "", "/sso");
      return callApi("POST /sso/finish", { body: { search }, project: false });
    },
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!data) return;
    history.replaceState(undefined, "", `/sso?next=${encodeURIComponent(data.next)}`);
    onIn(data.token);
  }, [data, onIn]);
  return (
    <AccountFrame title={error ? "You are not signed in" : "Signing in"} below={<a href="/sign-in">Sign in again</a>}>
      {error ? <FormProblem error={error} fields={[]} /> : <Skeleton rows={3} />}
    </AccountFrame>
  );
}
