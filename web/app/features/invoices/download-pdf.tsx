import { type Invoice, invoicePdf } from "@plumbline/contract/invoices/contract.ts";
import { useState } from "react";
import type { Failure } from "../../failure.ts";
import { saveFile } from "../../save-file.ts";
import { FailureNotice } from "../../ui/failure.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";

export function DownloadPdf({ invoice }: { invoice: Pick<Invoice, "id" | "number"> }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <>
      <ActionButton
        variant="line"
        onFailure={setFailure}
        onPress={async () => {
          setFailure(null);
          await saveFile(invoicePdf, { params: { id: invoice.id } }, `${invoice.number}.pdf`);
        }}
      >
        Download PDF
      </ActionButton>
      <FailureNotice failure={failure} />
    </>
  );
}
