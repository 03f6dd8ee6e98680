/** A row generator that uses a model. */
export interface ModelGenerator {
  readonly type: string;
  readonly description: string;
  /** False if the variation changes the expected result. */
  readonly keepsResult: boolean;
  /** Instruction to the model for each seed. */
  readonly instruction: string;
  /** The model also writes the expected result. */
  readonly writesResult?: true;
  readonly seedsAtOnce?: number;
}

const keepingResult = (type: string, description: string, instruction: string): ModelGenerator => ({
  type,
  description,
  keepsResult: true,
  instruction,
});

/** Generators that call the project's model, by public name. */
export const modelGenerators: ReadonlyMap<string, ModelGenerator> = new Map(
  (
    [
      keepingResult("REPHRASE_INVARIANT", "Rephrases the text", "Reword the text so that it means exactly the same."),
      keepingResult(
        "CONDITIONAL",
        "Rephrases the text in conditional form",
        "Rewrite the text in conditional form (if …, then …; would, could), asking for or stating the same.",
      ),
      keepingResult(
        "TERM_RELEVANCE_INVARIANT",
        "Keeps only the essential terms",
        "Rewrite the text with only the terms that matter for its meaning, as people type into a search box.",
      ),
      keepingResult(
        "WORD_SYNONYM_EMBEDDING",
        "Replaces words by others of near meaning",
        "Replace some of the words by words of near meaning. Keep the structure of each sentence.",
      ),
      keepingResult(
        "ROUNDTRIP_INVARIANT",
        "Translates to another language and back",
        "Translate the text into another language (another one for each variant) and back, and give what came back.",
      ),
      keepingResult(
        "LABEL_REVERSE_INVARIANT",
        "Another text for the same expected result",
        "Write a different text for which the same expected result is right.",
      ),
      keepingResult(
        "TEXT_REVERSE_QUESTION",
        "A question that the text answers",
        "Write a question whose answer is the text.",
      ),
      keepingResult(
        "DRIVER",
        "A simulated user with this wish, for MULTI_TURN runs",
        "Write the prompt of a simulated user: who they are, how they talk, and that they want what the text says. Address them as you.",
      ),
      {
        type: "TEXT_REVERSE_LABELED",
        description: "A question that the text answers; the intent of the question is the expected result",
        keepsResult: false,
        writesResult: true,
        instruction:
          "Write a question whose answer is the text, and as its result the intent of that question in a few words.",
      },
      {
        type: "TEXT_REVERSE_QUESTION_ANSWER",
        description: "A question that the text answers, with its answer as the expected result",
        keepsResult: false,
        writesResult: true,
        instruction: "Write a question that the text answers, and as its result the answer, taken from the text alone.",
      },
      {
        type: "OFF_TOPIC",
        description: "Something that has nothing to do with the seed. The expected result is left open",
        keepsResult: false,
        instruction:
          "Write something that a user of the same application could send, but that has nothing to do with its subject.",
      },
      {
        type: "ADVERSARIAL_QUESTION",
        description:
          "A question about the same subject that tries to mislead the application. The expected result stays open",
        keepsResult: false,
        instruction:
          "Write a question about the same subject that tries to trick, mislead or misuse the assistant that answers it.",
      },
      {
        type: "NAMED_ENTITY_SUBSTITUTION",
        description: "Other names of people, places, products and numbers, in the expected result as well",
        keepsResult: false,
        writesResult: true,
        instruction:
          "Replace the names of people, places, organisations, products, dates and numbers by other ones of the same kind. As the result give the expected result with the same replacements.",
      },
      {
        type: "CUSTOM_GENERATOR",
        description: "Uses your own prompt (generationPrompt), one seed at a time",
        keepsResult: false,
        writesResult: true,
        instruction: "",
      },
      {
        type: "CUSTOM_MULTI_CHUNK_GENERATOR",
        description: "Uses your own prompt (generationPrompt), several seeds together",
        keepsResult: false,
        writesResult: true,
        seedsAtOnce: 5,
        instruction: "",
      },
    ] satisfies ModelGenerator[]
  ).map((each: ModelGenerator) => [each.type, each] as const),
);
