import { z } from "zod";
import { defineRoute, notFound } from "../../server/service.ts";
import type { MediaReader } from "../ports/datapoint-reader.ts";

interface MediaRoutesDependencies {
  readonly media: MediaReader;
}

export function mediaRoutes({ media }: MediaRoutesDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/media/:sha256",
      scope: "read",
      tag: "datapoints",
      summary: "Fetch an image, audio or file that was moved out of a message",
      params: { sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex digits") },
      answers: { 200: Bytes },
      async handle({ principal, params: { sha256 } }) {
        const medium = await media.medium(principal.projectId, sha256);
        if (!medium) throw notFound("medium");
        const { type, extension, disposition } = servedAs(medium.mediaType);
        return {
          status: 200,
          body: Buffer.from(medium.bytes.buffer, medium.bytes.byteOffset, medium.bytes.byteLength),
          contentType: type,
          headers: {
            "content-disposition": `${disposition}; filename="${sha256.slice(0, 16)}.${extension}"`,
            "content-security-policy": "sandbox; default-src 'none'",
            "x-content-type-options": "nosniff",
            // Content-addressed: the bytes never change.
            "cache-control": "private, max-age=31536000, immutable",
          },
        };
      },
    }),
  ];
}

const Bytes = z.string().meta({ format: "binary", description: "The bytes, as their media type" });

/**
 * Bytes and media type are untrusted: a browser shows only images that cannot carry scripts (no SVG) and plays
 * audio; everything else is an untyped download.
 */
function servedAs(mediaType: string) {
  const type = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  const image = shown.get(type);
  if (image !== undefined) return { type, extension: image, disposition: "inline" };
  const audio = played.get(type);
  if (audio !== undefined) return { type, extension: audio, disposition: "attachment" };
  return { type: "application/octet-stream", extension: "bin", disposition: "attachment" };
}

const shown = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
  ["image/avif", "avif"],
]);
const played = new Map([
  ["audio/mpeg", "mp3"],
  ["audio/wav", "wav"],
  ["audio/ogg", "ogg"],
  ["audio/webm", "weba"],
  ["audio/mp4", "m4a"],
]);
