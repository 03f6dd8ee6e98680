import { useMutation, useQuery } from "@tanstack/react-query";
import { ForMembers } from "../../accounts/sign-in/roles.tsx";
import { callApi } from "../../platform/api/client.ts";
import { ApiProblem } from "../../platform/api/problem.ts";
import type { NewDatapoint } from "../../platform/api/types.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { Wrong } from "../../platform/ui/page.tsx";

/** A call that the default monitors flag, to show the whole path to an issue. */
const refused: NewDatapoint = {
  provider: "example",
  requestModel: "test-model",
  input: "This is a test call from the Home page. Where is my refund for order 8812?",
  output: "I'm sorry, but I can't help with that request.",
  finishReasons: ["stop"],
  durationMs: 840,
  usage: { inputTokens: 21, outputTokens: 11 },
  tags: ["gaffe-test"],
};

const pollMs = 500;

export function TestDatapoint() {
  const send = useMutation({
    mutationFn: () => callApi("POST /datapoints", { body: refused }),
  });
  const id = send.data?.items[0]?.id;
  const seen = useQuery({
    queryKey: ["test-datapoint", id],
    queryFn: async ({ signal }) => {
      try {
        return await callApi("GET /datapoints/{id}", { path: { id: id ?? "" }, signal });
      } catch (thrown) {
        if (thrown instanceof ApiProblem && thrown.status === 404) return null;
        throw thrown;
      }
    },
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data ? false : pollMs),
  });
  const failed = seen.data?.verdicts.filter(({ state }) => state === "failed") ?? [];
  const check = failed[0]?.check;
  const raised = useQuery({
    queryKey: ["test-datapoint", id, "issue"],
    queryFn: ({ signal }) => callApi("GET /issues", { query: { q: `check:${check}`, limit: 1 }, signal }),
    enabled: check !== undefined,
    refetchInterval: ({ state }) => (state.data?.items.length ? false : pollMs),
  });
  const issue = raised.data?.items[0];
  return (
    <div className="stack">
      <div className="line" role="status">
        <ForMembers>
          <Button text="Send test datapoint" className="primary" by={send} />
        </ForMembers>
        {id !== undefined && !seen.data && <span className="pulse">accepted, waiting to see it …</span>}
        {seen.data && id !== undefined && (
          <span>
            <span className="st ok">✓ stored and checked</span>:{" "}
            <TextLink
              text={
                failed.length === 0 ? "open the datapoint" : `${failed.map((each) => each.check).join(", ")} failed`
              }
              to="/datapoints/$id"
              params={{ id }}
            />
            {issue && (
              <>
                {" "}
                and it is in{" "}
                <TextLink text={`issue #${issue.number}`} to="/issues/$id" params={{ id: `${issue.number}` }} />
              </>
            )}
          </span>
        )}
      </div>
      {send.error && <Wrong error={send.error} />}
      {seen.error && <Wrong error={seen.error} />}
    </div>
  );
}
