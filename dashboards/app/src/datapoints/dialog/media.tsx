import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { send } from "../../platform/api/client.ts";
import { download } from "../../platform/api/download.ts";
import type { Part } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { bytesText, shortId } from "../../platform/ui/format.tsx";
import { Wrong } from "../../platform/ui/page.tsx";
import { hostOf, isSafePicture } from "./safe-link.ts";

type MediaPart = Extract<Part, { type: "image" | "audio" | "file" }>;

/** Fetches nothing automatically: remote media is a link that leaves Gaffe, stored media is drawn on a click. */
export function Media({ part: { type, mediaType, url, sha256, bytes } }: { part: MediaPart }) {
  const [open, setOpen] = useState(false);
  const description = descriptionOf(mediaType ?? type, bytes);
  const host = hostOf(url);
  const inText = pictureIn(type, url);
  const drawable = inText !== undefined || (sha256 !== undefined && type !== "file");
  return (
    <div className="part">
      <header>
        <b>{type}</b> <span>{description}</span>
        {drawable && <Button text={open ? "Hide" : "Show"} className="link" onClick={() => setOpen(!open)} />}
        {sha256 !== undefined && (
          <Button
            text="Download"
            className="link"
            onClick={() => void download("GET /media/{sha256}", { path: { sha256 } }, shortName(sha256))}
          />
        )}
        {host !== undefined && (
          <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
            open at {host}
          </a>
        )}
        {sha256 !== undefined && <code title={sha256}>{shortId(sha256)}</code>}
        {sha256 === undefined && url === undefined && <span className="muted">its content was not sent</span>}
      </header>
      {open && inText !== undefined && (
        <div className="body">
          <img src={inText} alt={`Sent as ${mediaType ?? type}`} />
        </div>
      )}
      {open && inText === undefined && sha256 !== undefined && (
        <Stored type={type} sha256={sha256} description={description} />
      )}
    </div>
  );
}

const pictureIn = (type: MediaPart["type"], url: string | undefined) =>
  type === "image" && url !== undefined && isSafePicture(url) ? url : undefined;

const descriptionOf = (kind: string, bytes: number | undefined) =>
  bytes === undefined ? kind : `${kind} · ${bytesText(bytes)}`;

const shortName = (sha256: string) => sha256.slice(0, 16);

function Stored({ type, sha256, description }: { type: MediaPart["type"]; sha256: string; description: string }) {
  const { data, error } = useQuery({
    queryKey: ["media", sha256],
    queryFn: async ({ signal }) => (await send("GET /media/{sha256}", { path: { sha256 }, signal })).blob(),
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return (
    <div className="body">
      {error && <Wrong error={error} />}
      {!error && address === undefined && <p className="muted pulse">Fetching …</p>}
      {address !== undefined &&
        (type === "audio" ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a stranger said has no captions
          <audio controls src={address} />
        ) : data?.type === "application/octet-stream" ? (
          <p className="muted">This kind of picture is not shown: it could carry scripts. It can be downloaded.</p>
        ) : (
          <img src={address} alt={`Sent as ${description}`} />
        ))}
    </div>
  );
}
