import type { AuditChange } from "@plumbline/contract/audit/rules.ts";

/** The reason of an act, and what it changed. */
export function Changes({ reason, changes }: { reason: string | null; changes: readonly AuditChange[] }) {
  return (
    <>
      {changes.map(({ field, before, after }) => (
        <div key={field} className="small">
          {field && `${field}: `}
          {before ?? "nothing"} → {after ?? "nothing"}
        </div>
      ))}
      {reason && <div className="small">“{reason}”</div>}
    </>
  );
}
