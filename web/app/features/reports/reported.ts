import type { ReportableKind } from "@plumbline/contract/reports/rules.ts";

/** What a member reports; a message also names its conversation. */
export type Reported = { kind: ReportableKind; id: number; conversationId?: number };
