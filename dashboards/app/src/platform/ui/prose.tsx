import type { ReactNode } from "react";

/** A sentence in which text between backticks is code. */
export function Prose({ text }: { text: string }) {
  return text.split("`").map((piece, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of a text never move
    index % 2 === 1 ? <code key={index}>{piece}</code> : <span key={index}>{piece}</span>,
  );
}

export function BreakingName({ name }: { name: string }) {
  const words = name.split("_");
  return (
    <code>
      {words.map((word, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- words of a name never move
        <span key={index}>
          {word}
          {index < words.length - 1 && (
            <>
              _<wbr />
            </>
          )}
        </span>
      ))}
    </code>
  );
}

/** A link to another site, without a referrer. The API accepts only http and https addresses. */
export const OutLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noopener noreferrer nofollow" title={to}>
    {children}
  </a>
);
