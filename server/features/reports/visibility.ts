import type { Role } from "@plumbline/contract/product.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { Problem } from "../../http/problems.ts";
import { readPublic } from "../profiles/actions.ts";
import type { Thing } from "../sanctions/things.ts";

/**
 * Whether a member can read a thing: they are part of it, or it is public to members (profiles of the other role, and the
 * reviews of advisors).
 */
export async function mayRead(context: AppContext, member: Member, thing: Thing): Promise<boolean> {
  if (thing.kind === "review") return true;
  if (thing.kind !== "profile") return thing.parties.includes(member.id);
  const role: Role = member.role === "advisor" ? "customer" : "advisor";
  try {
    await readPublic(context, member, role, thing.authorId);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
