/** Processes that share these records. */
export interface Replicas {
  /** Records a heartbeat and returns the number of replicas with one within `aliveMs`. `at` in Unix milliseconds. */
  beat(name: string, at: number, aliveMs: number): Promise<number>;
}
