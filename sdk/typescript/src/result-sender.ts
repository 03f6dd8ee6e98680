/** Characters of JSON that one request takes, if it has more than one result. */
const charactersAtOnce = 500_000;
const resultsAtOnce = 200;

/**
 * Returns a function that sends results, one request at a time: those that come during a request go together with the
 * next one. A failure is reported once, and nothing is sent after it.
 */
export function createResultSender<Result>(
  send: (results: readonly Result[]) => Promise<void>,
  onFailure: (thrown: unknown) => void,
): (results: readonly Result[]) => void {
  const waiting: Result[] = [];
  let isSending = false;
  return (results) => {
    waiting.push(...results);
    if (isSending) return;
    isSending = true;
    void sendAll();
  };

  async function sendAll(): Promise<void> {
    try {
      while (waiting.length > 0) await send(waiting.splice(0, countOf(waiting)));
      isSending = false;
    } catch (thrown) {
      onFailure(thrown);
    }
  }
}

/** Returns how many of the first results fit into one request, at least one. */
function countOf(results: readonly unknown[]): number {
  let characters = 0;
  const count = results.slice(0, resultsAtOnce).findIndex((result) => {
    characters += JSON.stringify(result).length;
    return characters > charactersAtOnce;
  });
  return count < 0 ? Math.min(results.length, resultsAtOnce) : Math.max(1, count);
}
