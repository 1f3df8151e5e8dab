import { mayUse } from "@plumbline/contract/back-office/staff-roles.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { isRecord } from "@plumbline/contract/records.ts";
import type { Member } from "../auth/members.ts";

/**
 * The answer as the caller reads it: whoever may only read an area of the back office finds nothing allowed in it (row G-01).
 * Done here, because features say what is possible now, and several share one answer between all who look.
 */
export function allowedTo(member: Member | null, { area }: Pick<Declaration, "area">, answer: unknown): unknown {
  const role = member?.staffRole;
  return !role || !area || mayUse(area, role, "PATCH") ? answer : nothingAllowedIn(answer);
}

function nothingAllowedIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nothingAllowedIn);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name.startsWith("allowed_")) return [name, []];
      return [name, name.startsWith("can_") ? false : nothingAllowedIn(each)];
    }),
  );
}
