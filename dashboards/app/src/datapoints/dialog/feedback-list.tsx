import type { Datapoint } from "../../platform/api/types.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { Time } from "../../platform/ui/format.tsx";

type Feedback = Datapoint["feedback"][number];

const signs: Readonly<Record<Feedback["rating"], string>> = { up: "Good", down: "Bad", other: "Feedback" };

/** Shows what users and evaluators think of a call, newest first. */
export function FeedbackList({ feedback }: { feedback: readonly Feedback[] }) {
  return (
    <ul className="stack" style={{ gap: 8 }}>
      {feedback.map(({ name, rating, score, label, comment, userId, at, isOfTrace }) => (
        <li key={`${name} ${userId} ${isOfTrace}`}>
          {signs[rating]} <code>{name}</code>{" "}
          <span className="muted small">
            {[label === rating ? undefined : label, label === rating ? undefined : score].filter(isKnown).join(" · ")}
          </span>
          {comment !== undefined && <p style={{ whiteSpace: "pre-wrap" }}>{comment}</p>}
          <p className="small muted">
            <Time at={at} />
            {userId !== undefined && (
              <>
                {" by "}
                <TextLink text={userId} to="/datapoints" search={{ q: `user:${JSON.stringify(userId)}` }} />
              </>
            )}
            {isOfTrace && " · on the whole trace"}
          </p>
        </li>
      ))}
    </ul>
  );
}

const isKnown = (value: unknown) => value !== undefined;
