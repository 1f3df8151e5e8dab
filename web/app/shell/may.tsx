import { mayUse, rolesThatMay, staffRoleLabels } from "@plumbline/contract/back-office/staff-roles.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { useSession } from "../session.ts";
import { useMe } from "./me.ts";

/** What the table of roles needs to know of a call. */
export type Asked = Pick<Declaration, "area" | "method">;

/**
 * Whether the reader's role may make a call of the back office, by the table that the server reads as well: a button stands
 * behind the call that it makes. Nobody may before the role is known.
 */
export function useMay(): (call: Asked) => boolean {
  const { access, staffRole } = useMe(useSession());
  return ({ area, method }) =>
    access !== null && staffRole !== null && area !== undefined && mayUse(area, staffRole, method);
}

/** Says to whoever may only look why the buttons of this page are not there; nothing to others. */
export function ReadOnlyNote({ of: call }: { of: Asked }) {
  const { staffRole } = useMe(useSession());
  const may = useMay()(call);
  if (may || !staffRole || !call.area) return null;
  const others = rolesThatMay(call.area, call.method).map((role) => staffRoleLabels[role]);
  return (
    <p className="small">
      Your role, {staffRoleLabels[staffRole]}, may read this; {listed.format(others)} may change it.
    </p>
  );
}

const listed = new Intl.ListFormat("en-GB", { type: "conjunction" });
