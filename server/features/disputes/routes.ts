import * as contract from "@plumbline/contract/disputes/contract.ts";
import { disputeTexts, evidenceLimits, evidenceTypes } from "@plumbline/contract/disputes/rules.ts";
import type { AppContext } from "../../context.ts";
import { preparedOn } from "../../database/prepared.ts";
import type { ReceivedFile } from "../../files/files.ts";
import { handle } from "../../http/endpoints.ts";
import { pageByKey } from "../../http/page-by-key.ts";
import { invalid } from "../../http/problems.ts";
import { openSharedReads } from "../../http/shared-reads.ts";
import { oneOf, storeUpload, withinQuota } from "../files/actions.ts";
import { attachmentView } from "../files/view.ts";
import { listDisputes, placeOfDispute } from "../invoices/dispute-list-store.ts";
import { acceptDispute, saveAnswer, sendAnswer } from "./actions.ts";
import { caseView, listedView } from "./view.ts";

/** A dispute is the same for all who look. */
const reads = preparedOn(() => openSharedReads<contract.DisputeCase>());

/** Disputes, for staff who answer them. */
export const disputesRoutes = (context: AppContext) => [
  handle(contract.listDisputes, ({ query: { after, ...filters }, most }) =>
    pageByKey({
      after,
      most,
      view: listedView,
      placeOf: (id) => placeOfDispute(context.db, id),
      rowsAfter: (page) => listDisputes(context.db, filters, page),
    }),
  ),
  handle(contract.readDispute, ({ params }) =>
    reads(context.db)(String(params.id), () => caseView(context, params.id)),
  ),
  handle(contract.saveDisputeAnswer, ({ params, body, member }) => saveAnswer(context, member, params.id, body)),
  handle(contract.sendDisputeAnswer, ({ params, body, member }) => sendAnswer(context, member, params.id, body)),
  handle(contract.acceptDispute, ({ params, body, member }) => acceptDispute(context, member, params.id, body)),
  handle(
    contract.uploadDisputeFile,
    async ({ member, files }) => {
      files.forEach(requireEvidence);
      const kept = await storeUpload(context, member, { purpose: "dispute", field: "file" }, oneOf(files));
      return attachmentView(context, kept);
    },
    { beforeFiles: withinQuota(context, "file") },
  ),
];

/** Throws invalid for a file that the provider does not take as evidence. */
function requireEvidence({ contentType, size }: ReceivedFile): void {
  if (!evidenceTypes.includes(contentType)) throw invalid({ file: [disputeTexts.wrongType] });
  if (size > evidenceLimits.bytes) throw invalid({ file: [disputeTexts.tooLarge] });
}
