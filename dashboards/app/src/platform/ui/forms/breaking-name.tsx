/** A name written with underscores, of a check or of a variable, which breaks at its underscores where there is little room. */
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
