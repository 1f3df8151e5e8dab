import type { AppContext } from "../../context.ts";
import type { Job } from "../../outbox/jobs.ts";

/** How old an unread copy of the content service's may become, in milliseconds. */
const maxAge = 5 * 60_000;

export const contentJobs: Job[] = [
  { name: "refresh copies of the content service's pages", everySeconds: 60, everywhere: true, run: refreshCopies },
];

/** Reading a copy refreshes it for the next reader; this job refreshes copies that were not read for a while. */
async function refreshCopies({ content, settings }: AppContext): Promise<void> {
  if (settings.contentEmbedded) return;
  await Promise.all([content.visitors, content.members].map((reader) => reader.refreshOlderThan(maxAge)));
}
