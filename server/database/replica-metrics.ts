import { fromKeys } from "@plumbline/contract/records.ts";
import type { FeatureGauge } from "../http/metrics.ts";
import { answering, type Replicas } from "./replicas.ts";

/** How far replicas are behind and how many are not read, which deploy/prometheus-alerts.yaml watches (T-03). */
export const replicaGauges = (replicas: Replicas | null): FeatureGauge[] => [
  {
    name: "plumbline_replica_lag_seconds",
    help: "How long ago the primary wrote what the slowest replica has not replayed yet",
    read: () => replicas?.lag() ?? 0,
  },
  {
    name: "plumbline_replicas_out",
    help: "Replicas that nothing is read from: gone, no longer standbys, or too far behind",
    read: () => (replicas ? replicas.all.length - replicas.inUse() : 0),
  },
];

/** How many of the reads that a replica may answer were answered by which database, and why. */
export const replicaReads = (replicas: Replicas | null) => ({
  name: "plumbline_replica_reads_total",
  help: "Reads that a replica may answer, by who did and why; statements that failed on a replica come on top",
  label: "answer",
  read: () => ({ ...(replicas?.counts ?? fromKeys(answering, () => 0)) }),
});
