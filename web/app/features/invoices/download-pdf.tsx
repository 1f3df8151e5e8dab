import { type Invoice, invoicePdf } from "@plumbline/contract/invoices/contract.ts";
import { useState } from "react";
import { download } from "../../call.ts";
import type { Failure } from "../../failure.ts";
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
          const file = await download(invoicePdf, { params: { id: invoice.id } });
          const link = document.createElement("a");
          link.href = URL.createObjectURL(file);
          link.download = `${invoice.number}.pdf`;
          link.click();
          setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
        }}
      >
        Download PDF
      </ActionButton>
      <FailureNotice failure={failure} />
    </>
  );
}
