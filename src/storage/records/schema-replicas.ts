/** Tables of what replicas know of each other, as `Schema`. */
export interface ReplicaTables {
  change_counter: { name: string; number: number };
  project_changes: { topic: string; project_id: string; number: number };
  replicas: { name: string; seen_at: number };
  rejected_requests: {
    project_id: string;
    id: string;
    at: number;
    count: number;
    route: string;
    status: number;
    because: string;
    token_hint: string | null;
  };
}
