/** Packs the npm packages as they are published: GITHUB_REPOSITORY=owner/name npm run release:pack -- FOLDER */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { pack } from "./release/pack.ts";
import { type NpmPackage, npmPackages } from "./release/packages.ts";

const folder = resolve(process.argv[2] ?? "dist-packages");
const { GITHUB_REPOSITORY: repository = "" } = process.env;
if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new Error("set GITHUB_REPOSITORY=owner/name: packages link to it");
mkdirSync(folder, { recursive: true });
for (const name of Object.keys(npmPackages) as NpmPackage[]) console.log(pack(name, folder, repository));
