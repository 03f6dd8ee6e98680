/** A way of varying rows that takes a model. */
export interface ModelGenerator {
  readonly type: string;
  readonly description: string;
  /** False where the variation changes what is expected. */
  readonly keepsResult: boolean;
  /** What the model is asked to write of each seed. */
  readonly ask: string;
  /** The model says what is expected as well. */
  readonly writesResult?: true;
  /** Seeds that are shown together. */
  readonly seedsAtOnce?: number;
}

const keeps = (type: string, description: string, ask: string): ModelGenerator => ({
  type,
  description,
  keepsResult: true,
  ask,
});

/** Generators that ask the project's model, by the name users type. */
export const modelGenerators: ReadonlyMap<string, ModelGenerator> = new Map(
  (
    [
      keeps("REPHRASE_INVARIANT", "Says the same in other words", "Reword the text so that it means exactly the same."),
      keeps(
        "CONDITIONAL",
        "Says the same in conditional form",
        "Rewrite the text in conditional form (if …, then …; would, could), asking for or stating the same.",
      ),
      keeps(
        "TERM_RELEVANCE_INVARIANT",
        "Keeps only the terms that matter",
        "Rewrite the text with only the terms that matter for its meaning, as people type into a search box.",
      ),
      keeps(
        "WORD_SYNONYM_EMBEDDING",
        "Replaces words by others of near meaning",
        "Replace some of the words by words of near meaning. Keep the structure of each sentence.",
      ),
      keeps(
        "ROUNDTRIP_INVARIANT",
        "Translates to another language and back",
        "Translate the text into another language (another one for each variant) and back, and give what came back.",
      ),
      keeps(
        "LABEL_REVERSE_INVARIANT",
        "Another text for the same expected result",
        "Write a different text for which the same expected result is right.",
      ),
      keeps("TEXT_REVERSE_QUESTION", "A question that the text answers", "Write a question whose answer is the text."),
      keeps(
        "DRIVER",
        "A simulated user with this wish, for MULTI_TURN runs",
        "Write the prompt of a simulated user: who they are, how they talk, and that they want what the text says. Address them as you.",
      ),
      {
        type: "TEXT_REVERSE_LABELED",
        description: "A question that the text answers; the intent of the question is the expected result",
        keepsResult: false,
        writesResult: true,
        ask: "Write a question whose answer is the text, and as its result the intent of that question in a few words.",
      },
      {
        type: "TEXT_REVERSE_QUESTION_ANSWER",
        description: "A question that the text answers, with its answer as the expected result",
        keepsResult: false,
        writesResult: true,
        ask: "Write a question that the text answers, and as its result the answer, taken from the text alone.",
      },
      {
        type: "OFF_TOPIC",
        description: "Something that has nothing to do with the seed. The expected result is left open",
        keepsResult: false,
        ask: "Write something that a user of the same application could send, but that has nothing to do with its subject.",
      },
      {
        type: "ADVERSARIAL_QUESTION",
        description:
          "A question about the same that tries to lead the application astray. The expected result is left open",
        keepsResult: false,
        ask: "Write a question about the same subject that tries to trick, mislead or misuse the assistant that answers it.",
      },
      {
        type: "NAMED_ENTITY_SUBSTITUTION",
        description: "Other names of people, places, products and numbers, in the expected result as well",
        keepsResult: false,
        writesResult: true,
        ask: "Replace the names of people, places, organisations, products, dates and numbers by other ones of the same kind. As the result give the expected result with the same replacements.",
      },
      {
        type: "CUSTOM_GENERATOR",
        description: "What your own prompt says (generationPrompt), of one seed at a time",
        keepsResult: false,
        writesResult: true,
        ask: "",
      },
      {
        type: "CUSTOM_MULTI_CHUNK_GENERATOR",
        description: "What your own prompt says (generationPrompt), of several seeds together",
        keepsResult: false,
        writesResult: true,
        seedsAtOnce: 5,
        ask: "",
      },
    ] satisfies ModelGenerator[]
  ).map((each: ModelGenerator) => [each.type, each] as const),
);
