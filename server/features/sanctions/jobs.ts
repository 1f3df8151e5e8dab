import type { Job } from "../../outbox/jobs.ts";
import { endDueSanctions } from "./actions.ts";

export const sanctionsJobs: Job[] = [{ name: "end sanctions on their day", everySeconds: 300, run: endDueSanctions }];
