import { createHmac, timingSafeEqual } from "node:crypto";
import type { AppContext } from "../../context.ts";

type Given = Pick<AppContext, "secret" | "settings">;

/** Eighty bits in lower case, because some mail servers change the case of an address. */
const sign = ({ secret }: Given, id: string) =>
  createHmac("sha256", secret).update(`reply:${id}`).digest("hex").slice(0, 20);

/**
 * Where answers to a conversation go: its own address, replies+12.signature@…, or the team's when none is set up. It never
 * expires, because somebody may answer an old e-mail.
 */
export function replyAddressOf(context: Given, id: number): string {
  const { replies, teamEmail } = context.settings;
  if (!replies) return teamEmail;
  const [local, host] = replies.address.split("@");
  return `${local}+${id}.${sign(context, String(id))}@${host}`;
}

/** The conversation that one of these addresses belongs to; null for none, or one that we have not signed. */
export function conversationOf(context: Given, addresses: readonly string[]): number | null {
  const [local, host] = (context.settings.replies?.address ?? "").toLowerCase().split("@");
  for (const address of addresses) {
    const [, name, id = "", signature = "", at] =
      /^([^+@]+)\+(\d{1,9})\.([0-9a-f]{20})@(.+)$/.exec(address.toLowerCase()) ?? [];
    if (!local || name !== local || at !== host) continue;
    if (timingSafeEqual(Buffer.from(signature), Buffer.from(sign(context, id)))) return Number(id);
  }
  return null;
}
