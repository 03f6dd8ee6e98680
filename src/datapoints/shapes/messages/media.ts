import { hash } from "node:crypto";
import type { Json } from "../../../platform/json/json.ts";
import type { Part } from "../../datapoint.ts";
import { at, first, isList, isObject, type JsonObject, textOf } from "../json.ts";
import type { Notes } from "../notes.ts";

type MediaPart = Extract<Part, { type: "image" | "audio" | "file" }>;
type MediaKind = MediaPart["type"];

/**
 * Reads an image, sound or file in any nesting: data URL, bare base64, Node Buffer as JSON, link or file id. The
 * bytes are added to the notes; the part has their digest.
 */
export function mediaOf(part: JsonObject, notes: Notes): Part {
  const inner = innerOf(part);
  const mediaType =
    textOf(first(inner, ...mediaTypeKeys)) ?? textOf(first(part, ...mediaTypeKeys)) ?? formatOf(inner, part);
  const kind = kindOf(part, mediaType);
  const found = contentOf(inner) ?? contentOf(part);
  if (found === undefined) return { type: kind, ...(mediaType === undefined ? {} : { mediaType }) };
  return typeof found === "string" ? ofText(found, kind, mediaType, notes) : stored(found, kind, mediaType, notes);
}

const mediaTypeKeys = ["media_type", "mediaType", "mime_type", "mimeType", "contentType"] as const;
const holders = [
  "image_url",
  "image",
  "input_audio",
  "audio",
  "source",
  "inlineData",
  "inline_data",
  "fileData",
  "file_data",
  "file",
  "document",
  "media",
  "video",
  "blob",
] as const;
const contents = [
  "data",
  "base64",
  "bytes",
  "content",
  "file_data",
  "url",
  "uri",
  "fileUri",
  "file_uri",
  "image_url",
  "image",
  "file_id",
  "audio",
  "file",
] as const;

/** Returns the object with the content, at most three levels down (Bedrock: image.source.bytes). */
function innerOf(part: JsonObject, depth = 0): JsonObject {
  if (depth === 3) return part;
  for (const key of holders) {
    const inner = at(part, key);
    if (isObject(inner) && !isBuffer(inner)) return innerOf(inner, depth + 1);
  }
  return part;
}

function contentOf(object: JsonObject): string | Uint8Array | undefined {
  for (const key of contents) {
    const value = at(object, key);
    if (typeof value === "string" && value !== "") return value;
    if (isObject(value) && isBuffer(value)) return bytesOf(at(value, "data"));
    if (isObject(value) && typeof at(value, "0") === "number") return bytesOf(Object.values(value));
    if (isList(value) && typeof value[0] === "number") return bytesOf(value);
  }
  return undefined;
}

const isBuffer = (value: JsonObject) => at(value, "type") === "Buffer" && isList(at(value, "data"));
const bytesOf = (values: Json | undefined) => (isList(values) ? Uint8Array.from(values, Number) : undefined);

/** Returns a format such as `png` next to the bytes, or one level above them (Bedrock). */
function formatOf(inner: JsonObject, part: JsonObject): string | undefined {
  const image = at(part, "image");
  const format =
    textOf(at(inner, "format")) ??
    textOf(at(part, "format")) ??
    (isObject(image) ? textOf(at(image, "format")) : undefined);
  if (format === undefined) return undefined;
  return at(part, "input_audio") === undefined ? `image/${format}` : `audio/${format}`;
}

function kindOf(part: JsonObject, mediaType: string | undefined): MediaKind {
  const description = `${textOf(at(part, "modality")) ?? ""} ${mediaType ?? ""} ${textOf(at(part, "type")) ?? ""}`;
  if (description.includes("audio")) return "audio";
  if (description.includes("image") || at(part, "image") !== undefined || at(part, "image_url") !== undefined)
    return "image";
  return "file";
}

function ofText(text: string, kind: MediaKind, mediaType: string | undefined, notes: Notes): Part {
  if (text.startsWith("data:")) {
    const comma = text.indexOf(",");
    const head = comma < 0 ? "" : text.slice(5, comma);
    const type = head.split(";")[0] || mediaType;
    const bytes = head.endsWith(";base64") ? decode(text.slice(comma + 1)) : undefined;
    return bytes ? stored(bytes, kindOf({ type: kind }, type), type, notes) : unusable(kind, type, notes);
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { type: kind, ...(mediaType ? { mediaType } : {}), url: text };
  const bytes = text.length >= 16 ? decode(text) : undefined;
  if (bytes) return stored(bytes, kind, mediaType, notes);
  return { type: kind, ...(mediaType ? { mediaType } : {}), url: text };
}

/** Decodes base64 or base64url; undefined if the text is neither (cut text is decoded as far as possible). */
function decode(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/_=-]+\s*$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 0 ? undefined : bytes;
}

function unusable(kind: MediaKind, mediaType: string | undefined, notes: Notes): Part {
  notes.flags.add("truncated");
  return { type: kind, ...(mediaType ? { mediaType } : {}) };
}

function stored(bytes: Uint8Array, kind: MediaKind, mediaType: string | undefined, notes: Notes): Part {
  const sha256 = hash("sha256", bytes, "hex");
  const type = mediaType ? { mediaType } : {};
  if (!notes.media.has(sha256))
    notes.media.set(sha256, { sha256, mediaType: mediaType ?? "application/octet-stream", bytes });
  return { type: kind, ...type, sha256, bytes: bytes.length };
}
