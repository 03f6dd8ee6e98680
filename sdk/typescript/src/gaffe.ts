import { DatapointCalls } from "./datapoint-calls.ts";

/**
 * Client of Gaffe: scenario sets, registered models, test runs, checks, monitors, datapoints. Each topic is a
 * file; this class combines them. Methods throw GaffeError.
 */
export class Gaffe extends DatapointCalls {}
