/** A snake_case name that can wrap at its underscores. */
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
