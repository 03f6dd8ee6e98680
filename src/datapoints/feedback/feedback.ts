/** What users of the watched application, or evaluators, think of a model call. */
export interface Feedback {
  /** What is rated, such as `user_feedback` or `relevance`: of the same name and user, the newest counts. */
  readonly name: string;
  readonly rating: Rating;
  readonly score?: number;
  readonly label?: string;
  readonly comment?: string;
  /** Who gave it. */
  readonly userId?: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Whether it was given for the whole trace. */
  readonly isOfTrace?: boolean;
}

export const ratings = ["up", "down", "other"] as const;
/** `other`: neither its label nor its score says whether it is good or bad. */
export type Rating = (typeof ratings)[number];

export const defaultFeedbackName = "user_feedback";

/** The event of OpenTelemetry's semantic conventions for generative AI in which feedback arrives and is stored. */
export const feedbackEvent = "gen_ai.evaluation.result";

export const feedbackKeys = {
  name: "gen_ai.evaluation.name",
  score: "gen_ai.evaluation.score.value",
  label: "gen_ai.evaluation.score.label",
  comment: "gen_ai.evaluation.explanation",
  responseId: "gen_ai.response.id",
  user: "user.id",
  /** True on a record that takes back earlier feedback. */
  removed: "gaffe.feedback.removed",
} as const;

/** Labels that mean a rating, in lower case. */
export const ratingLabels = {
  up: "up thumbs_up thumbs-up 👍 positive good like liked helpful correct relevant pass passed true yes".split(" "),
  down: "down thumbs_down thumbs-down 👎 negative bad dislike disliked unhelpful not_helpful incorrect wrong irrelevant not_relevant fail failed false no".split(
    " ",
  ),
};

/** From this score on, of scores from 0 to 1, the rating is up. A score above 1 has a scale that is not known. */
export const upFrom = 0.5;
