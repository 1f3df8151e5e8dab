import type { AuditEntry, StaffAct } from "@plumbline/contract/audit/contract.ts";
import { auditFactsOf, auditSentence } from "@plumbline/contract/audit/rules.ts";
import type { AuditRow } from "./store.ts";

const saidOf = ({ id, createdAt, kind }: AuditRow) => ({
  id,
  at: createdAt.toISOString(),
  kind,
  what: auditSentence(kind),
});

export function auditEntryView(row: AuditRow): AuditEntry {
  const { actorId, actorName, actorRole, subject, subjectId, subjectName, origin, hash } = row;
  return {
    ...saidOf(row),
    ...auditFactsOf(row.data),
    by: actorId !== null && actorRole ? { id: actorId, name: actorName ?? "", role: actorRole } : null,
    subject: { type: subject, id: subjectId, name: subjectName },
    source: origin?.source ?? null,
    browser: origin?.browser ?? null,
    hash,
  };
}

export function staffActView(row: AuditRow): StaffAct {
  const { reason, changes } = auditFactsOf(row.data);
  return { ...saidOf(row), reason, changes, by: row.actorName ?? "" };
}
