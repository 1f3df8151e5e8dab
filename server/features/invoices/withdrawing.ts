import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import type { Member } from "../../platform/members.ts";
import { loadFor, refused } from "./actions.ts";
import { releaseChallenge } from "./paying.ts";
import { findOpenPayment } from "./payment-store.ts";
import { moveInvoice } from "./store.ts";

/**
 * Withdraws an invoice that nobody has paid; its number stays used, so that there is no gap (decision 19). A payment that
 * waits for its holder is called off first; one that the provider is working on stands in the way.
 */
export async function withdrawInvoice(house: House, member: Member, id: number): Promise<void> {
  const now = house.clock.now();
  await house.db.transaction((tx) => loadFor(tx, member, id, "void"));
  await releaseChallenge(house, id);
  await house.db.transaction(async (tx) => {
    const invoice = await loadFor(tx, member, id, "void");
    if (await findOpenPayment(tx, id)) throw refused("void", "processing");
    if (!(await moveInvoice(tx, id, ["sent"], { status: "void" }))) throw refused("void", invoice.status);
    await append(tx, { kind: "invoice.void", actorId: member.id, subject: "invoice", subjectId: id }, now);
  });
}
