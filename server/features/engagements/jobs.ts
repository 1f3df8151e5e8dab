import type { Job } from "../../platform/jobs.ts";
import { startWhatIsDue } from "./actions.ts";

export const engagementsJobs: Job[] = [{ name: "start accepted engagements", everySeconds: 60, run: startWhatIsDue }];
