import { unreachable } from "./failure.ts";

export type Outgoing = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
};

export type Raw = { status: number; statusText: string; text: string; retryAfter: string | null };

/** fetch cannot report the progress of an upload; XMLHttpRequest can. */
export function withProgress(
  { method, url, headers, body }: Outgoing,
  { onProgress, signal }: { onProgress?: (progress: number) => void; signal?: AbortSignal },
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () =>
      resolve({
        status: request.status,
        statusText: request.statusText,
        text: request.responseText,
        retryAfter: request.getResponseHeader("retry-after"),
      });
    request.onerror = () => reject(unreachable());
    const stopped = () => reject(new DOMException("The upload was stopped.", "AbortError"));
    request.onabort = stopped;
    // While this script was on its way.
    if (signal?.aborted) return stopped();
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}
