import { z } from "zod";
import type { Datapoint, Part } from "../../../datapoints/datapoint.ts";
import { textOf } from "../../../datapoints/traces/subject.ts";
import { retirementOf } from "../../../privacy/retirements.ts";
import { defineCheck, passesWhenFalse, passesWhenTrue, usually } from "../../check.ts";
import { defect, property, skipped } from "../../verdicts/outcome.ts";

/** Checks of what was sent with the messages: the model, its context, images and the user. */
const common = {
  ...usually,
  category: "Request hygiene",
  judges: "request",
  targets: ["conversation"],
  tier: 2,
} as const;
const dayMs = 86_400_000;

export const modelDeprecated = defineCheck({
  ...common,
  name: "model_deprecated",
  title: "Deprecated model used",
  description:
    'The requested model is retired, or will be within `notice_days` of the call: by the providers\' announced days, as far as they are known here, or by `retired`, `{model: "2026-03-01"}`.',
  severity: "major",
  judges: "operation",
  targets: ["metadata"],
  output: passesWhenFalse,
  source: "the providers' pages of deprecations",
  options: z.strictObject({
    notice_days: z.int().nonnegative().default(60),
    retired: z.record(z.string(), z.iso.date()).default({}),
  }),
  evaluate: ({ datapoint: { requestModel, startedAt } }, { notice_days: notice, retired }) => {
    if (requestModel === undefined) return skipped("no requested model is recorded");
    const day =
      (Object.hasOwn(retired, requestModel) ? retired[requestModel] : undefined) ?? retirementOf(requestModel);
    if (day === undefined) return defect(false, `no retirement of ${requestModel} is known`);
    const isNear = Date.parse(day) - startedAt <= notice * dayMs;
    return defect(isNear, `${requestModel} is retired on ${day}`);
  },
});

export const untrustedContentDelimited = defineCheck({
  ...common,
  name: "untrusted_content_delimited",
  title: "Untrusted content delimited",
  description:
    "Each retrieved passage in a system or user message is delimited: by a tag, triple quotes, a code fence, a rule of signs, or one of the delimiters. Passages in tool messages are separate already.",
  severity: "major",
  needs: ["context"],
  output: passesWhenTrue,
  source: "spotlighting (Hines et al. 2024); OWASP LLM01",
  options: z.strictObject({ delimiters: z.array(z.string().min(2).max(100)).max(50).default([]) }),
  evaluate: ({ passages, datapoint }, { delimiters }) => {
    const messages = datapoint.input
      .filter(({ role }) => role === "system" || role === "user")
      .map((message) => textOf(message));
    const placed = passages.slice(0, 100).flatMap(({ id, text }, at) => {
      const sought = text.trim().slice(0, 200);
      return sought.length < 20
        ? []
        : messages.flatMap((message) => {
            const start = message.indexOf(sought);
            return start === -1 ? [] : [{ name: id ?? `${at + 1}`, message, start, end: start + text.trim().length }];
          });
    });
    if (placed.length === 0) return skipped("no system or user message contains a passage");
    const bare = placed.filter(({ message, start, end }) => !isEnclosed(message, start, end, delimiters));
    return property(
      bare.length === 0,
      bare.length === 0
        ? `${placed.length} passages are enclosed`
        : `not enclosed: passage ${bare
            .slice(0, 10)
            .map(({ name }) => name)
            .join(", ")}`,
    );
  },
});

export const imageInputInLimits = defineCheck({
  ...common,
  name: "image_input_in_limits",
  title: "Image inputs within limits",
  description:
    "The request does not have too many images, and each is of an allowed size and type; the first bytes of an embedded image match its declared type.",
  severity: "minor",
  output: passesWhenTrue,
  source: "limits of the providers",
  options: z.strictObject({
    max_images: z.int().nonnegative().default(10),
    max_bytes: z.int().positive().default(5_242_880),
    types: z.array(z.string()).min(1).default(["png", "jpeg", "webp", "gif"]),
  }),
  evaluate: ({ datapoint: { input } }, { max_images: most, max_bytes: largest, types }) => {
    const images = input.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "image" ? [part] : [])));
    if (images.length === 0) return skipped("the request holds no image");
    const problems = [
      ...(images.length > most ? [`${images.length} images, at most ${most}`] : []),
      ...images.flatMap((image, at) =>
        problemsOf(image, largest, types).map((problem) => `image ${at + 1}: ${problem}`),
      ),
    ];
    return property(
      problems.length === 0,
      problems.length === 0 ? `${images.length} images` : problems.slice(0, 5).join("; "),
    );
  },
});

export const requestMetadataPresent = defineCheck({
  ...common,
  name: "request_metadata_present",
  title: "Required metadata present",
  description:
    "Every required key is set and not blank: user_id, session_id, environment, release, service, or a key of the metadata.",
  severity: "minor",
  tier: 3,
  judges: "operation",
  targets: ["metadata"],
  needs: ["config"],
  output: passesWhenTrue,
  source: "practice of observability",
  options: z.strictObject({ required: z.array(z.string().min(1)).max(100).default([]) }),
  evaluate: ({ datapoint }, { required }) => {
    if (required.length === 0) return skipped("no keys are configured");
    const missing = required.filter((key) => isBlank(valueOf(datapoint, key)));
    return property(missing.length === 0, missing.length === 0 ? "every key is set" : `not set: ${missing.join(", ")}`);
  },
});

function isEnclosed(message: string, start: number, end: number, own: readonly string[]): boolean {
  const [before, after] = [message.slice(Math.max(0, start - 300), start), message.slice(end, end + 300)];
  if (own.some((delimiter) => before.includes(delimiter) && after.includes(delimiter))) return true;
  const tag = [...before.matchAll(/<([A-Za-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/g)].at(-1)?.[1];
  if (tag !== undefined && new RegExp(`</${tag}\\s*>`, "i").test(after)) return true;
  return ['"""', "'''", "```", "~~~", "---", "===", "***", "###"].some(
    (sign) => before.includes(sign) && after.includes(sign),
  );
}

const signatures: readonly (readonly [string, RegExp])[] = [
  ["png", /^\x89PNG/],
  ["jpeg", /^\xff\xd8\xff/],
  ["gif", /^GIF8/],
  ["webp", /^RIFF.{4}WEBP/s],
];

function problemsOf(
  image: Part & { readonly type: "image" | "audio" | "file" },
  largest: number,
  types: readonly string[],
): readonly string[] {
  const inline = /^data:image\/([\w.+-]{1,20});base64,/i.exec(image.url ?? "");
  const encoded = inline ? (image.url ?? "").slice(inline[0].length) : "";
  const bytes = image.bytes ?? (inline ? Math.floor((encoded.length * 3) / 4) : undefined);
  const declared = (inline?.[1] ?? /^image\/([\w.+-]+)/i.exec(image.mediaType ?? "")?.[1])
    ?.toLowerCase()
    .replace(/^jpg$/, "jpeg");
  const head = Buffer.from(encoded.slice(0, 32), "base64").toString("latin1");
  const actual = signatures.find(([, signature]) => signature.test(head))?.[0];
  return [
    ...(bytes !== undefined && bytes > largest ? [`${bytes} bytes, at most ${largest}`] : []),
    ...(declared !== undefined && !types.includes(declared) ? [`the type ${declared} is not allowed`] : []),
    ...(inline && declared !== actual ? [`declared as ${declared}, but is ${actual ?? "of another type"}`] : []),
  ];
}

function valueOf(datapoint: Datapoint, key: string): unknown {
  const own = {
    user_id: datapoint.userId,
    session_id: datapoint.sessionId,
    environment: datapoint.environment,
    release: datapoint.release,
    service: datapoint.service,
  };
  return (Object.hasOwn(own, key) ? own[key as keyof typeof own] : undefined) ?? datapoint.metadata.get(key);
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");
