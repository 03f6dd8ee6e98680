import { DatapointCalls } from "./datapoint-calls.ts";

/**
 * A client of Gaffe: scenario sets, registered models, test runs, checks, monitors, datapoints. Each topic is a file
 * with its calls; this is their sum. Throws GaffeError.
 */
export class Gaffe extends DatapointCalls {}
