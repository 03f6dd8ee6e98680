import { callApi } from "../platform/api/client.ts";
import { deliveries } from "../platform/api/queries.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";

/** Sends a test message through a channel and shows the result next to the button. */
export function TestSend({ channel, name }: { channel: string; name: string }) {
  const test = useChange(() => callApi("POST /channels/{id}/test", { path: { id: channel } }), {
    reloads: [deliveries],
  });
  const problem = test.error?.message ?? (test.data?.state === "sent" ? undefined : test.data?.problem);
  return (
    <>
      <Button text={test.isPending ? "Sending …" : "Send test"} of={`by ${name}`} by={test} />
      <span role="status" className="small">
        {test.data?.state === "sent" && <span className="st ok">✓ sent</span>}
        {problem !== undefined && <span className="mistake">{problem}</span>}
      </span>
    </>
  );
}
