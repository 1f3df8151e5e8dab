import type { Failure } from "../../failure.ts";
import { Banner } from "../../ui/banner.tsx";

/** A failure of a password page: its status and statusText (rows ), and the server's own sentence under them. */
export function Refused({ failure: { status, statusText, message, errors } }: { failure: Failure }) {
  const sentence = Object.keys(errors).length > 0 ? errors["base"]?.join(" ") : message.replace(`${statusText}. `, "");
  return (
    <div role="alert">
      <Banner tone="bad" title={status ? `${status} ${statusText}` : message}>
        {status > 0 && sentence}
      </Banner>
    </div>
  );
}
