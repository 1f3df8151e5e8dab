import { type CallInput, type Declaration, urlOf } from "@plumbline/contract/endpoint.ts";
import { headersOf, refusal } from "./call.ts";
import { unreachable } from "./failure.ts";
import { currentSession } from "./session.ts";

/** Like `call`, for an endpoint that responds with a file, such as a PDF or a CSV to be saved. */
export const download = <D extends Declaration>(endpoint: D, sending: CallInput<D>): Promise<Blob> =>
  fetchFile(endpoint, sending, { read: (response) => response.blob() });

/**
 * The same for any endpoint, with what reads its answer. Throws a Failure, also when the answer breaks off; a signal that ends
 * it throws its reason.
 */
export async function fetchFile<File>(
  endpoint: Declaration,
  sending: { params?: unknown; query?: unknown },
  { read, signal }: { read: (response: Response) => Promise<File>; signal?: AbortSignal },
): Promise<File> {
  const session = currentSession();
  const headers = headersOf(session, "application/pdf, text/csv, application/json");
  const request = { method: endpoint.method, headers, signal: signal ?? null };
  const brokenOff = (error: unknown) => {
    throw signal?.aborted ? error : unreachable();
  };
  const response = await fetch(urlOf(endpoint, sending), request).catch(brokenOff);
  if (response.ok) return read(response).catch(brokenOff);
  const { status, statusText } = response;
  throw refusal(endpoint, session, { status, statusText, text: await response.text(), retryAfter: null });
}
