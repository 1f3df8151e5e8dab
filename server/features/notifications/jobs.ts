import type { Job } from "../../outbox/jobs.ts";
import { sendDigests } from "./digest.ts";

export const notificationsJobs: Job[] = [{ name: "send digests", everySeconds: 60, run: sendDigests }];
