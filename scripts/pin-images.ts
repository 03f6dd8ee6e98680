/**
 * `npm run pin:images`: writes the current digest of each image's tag into Dockerfile and docker-compose.yml, as
 * `image:tag@sha256:…`. Run it again to take a new build of the same tags.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { z } from "zod";

const files = ["Dockerfile", "docker-compose.yml"];
const manifestTypes = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");
/** An image with a tag after FROM or `image:`; Gaffe's own image has a variable as its tag and is left out. */
const imageLine = /^(FROM |\s*image: )([\w./-]+):([\w.-]+)(?:@sha256:[0-9a-f]{64})?(?=\s|$)/gm;

export type DigestOf = (image: string, tag: string) => Promise<string>;

/** Returns the text of a file with the digest of each image. */
export async function pinImages(text: string, digestOf: DigestOf): Promise<string> {
  const digests = new Map<string, string>();
  for (const [, , image = "", tag = ""] of text.matchAll(imageLine)) {
    const name = `${image}:${tag}`;
    if (!digests.has(name)) digests.set(name, await digestOf(image, tag));
  }
  return text.replaceAll(
    imageLine,
    (_, before: string, image: string, tag: string) => `${before}${image}:${tag}@${digests.get(`${image}:${tag}`)}`,
  );
}

/** Returns a reader of digests in Docker Hub, or in a registry with the same protocol. */
export function createDigestOf(registry: string, tokenService: string): DigestOf {
  return async (image, tag) => {
    const repository = image.includes("/") ? image : `library/${image}`;
    const granted = await fetch(`${tokenService}&scope=repository:${repository}:pull`);
    const { token } = z.object({ token: z.string() }).parse(await granted.json());
    const url = `${registry}/v2/${repository}/manifests/${tag}`;
    const answer = await fetch(url, {
      method: "HEAD",
      headers: { accept: manifestTypes, authorization: `Bearer ${token}` },
    });
    const digest = answer.headers.get("docker-content-digest") ?? "";
    if (!answer.ok || !/^sha256:[0-9a-f]{64}$/.test(digest)) {
      throw new Error(`${image}:${tag} has no digest in ${registry} (status ${answer.status}): is the tag right?`);
    }
    return digest;
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const hub = createDigestOf("https://registry-1.docker.io", "https://auth.docker.io/token?service=registry.docker.io");
  for (const file of files) writeFileSync(file, await pinImages(readFileSync(file, "utf8"), hub));
}
