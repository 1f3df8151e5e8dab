import { opens } from "@plumbline/contract/back-office/access.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { lazy, Suspense } from "react";
import { useSession } from "../session.ts";
import { useMe } from "./me.ts";

/** What the table of roles needs to know of a call. */
export type Asked = Pick<Declaration, "area" | "method">;

/**
 * Whether the reader's role may make a call of the back office, by the table that the server reads as well: a button stands
 * behind the call that it makes. Nobody may before the role is known.
 */
export function useMay(): (call: Asked) => boolean {
  const { access } = useMe(useSession());
  return ({ area, method }) => access !== null && area !== undefined && opens(access[area], method);
}

// Most readers may do what they see.
const Words = lazy(() => import("./read-only-words.tsx"));

/** Explains to staff who may only read why this page has no buttons; nothing to others. */
export function ReadOnlyNote({ of: { area, method } }: { of: Asked }) {
  const { staffRole } = useMe(useSession());
  const may = useMay()({ area, method });
  if (may || !staffRole || !area) return null;
  return (
    <p className="small">
      <Suspense>
        <Words role={staffRole} area={area} method={method} />
      </Suspense>
    </p>
  );
}
