/** Statistics of simulated conversations. */
export interface ConversationMetrics {
  readonly conversations: number;
  /** Mean number of the target's answers. */
  readonly meanTurns: number;
  /** Number of conversations by end reason. */
  readonly ended: Readonly<Record<string, number>>;
}

export interface EndedConversation {
  readonly turns: number;
  readonly ended: string;
}

export function conversationMetrics(all: readonly EndedConversation[]): ConversationMetrics {
  const reasons = Map.groupBy(all, ({ ended }) => ended);
  return {
    conversations: all.length,
    meanTurns: all.length === 0 ? 0 : all.reduce((sum, { turns }) => sum + turns, 0) / all.length,
    ended: Object.fromEntries([...reasons].map(([reason, found]) => [reason, found.length])),
  };
}
