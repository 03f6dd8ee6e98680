export { meant, nearest } from "../../packages/api-client/src/nearest.ts";
