import type { Part } from "../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { requestPart } from "./shared-properties.ts";

export const imageInputInLimits = defineCheck({
  ...requestPart,
  name: "image_input_in_limits",
  title: "Image inputs within limits",
  description:
    "The request does not have too many images, and each is of an allowed size and type; the first bytes of an embedded image match its declared type.",
  severity: "minor",
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
