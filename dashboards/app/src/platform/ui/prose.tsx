/** A sentence in which text between backticks is code. */
export function Prose({ text }: { text: string }) {
  return text.split("`").map((piece, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of a text never move
    index % 2 === 1 ? <code key={index}>{piece}</code> : <span key={index}>{piece}</span>,
  );
}
