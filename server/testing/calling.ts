import { type Answer, type CallInput, type Declaration, urlOf } from "@plumbline/contract/endpoint.ts";

export type Response<T> = {
  status: number;
  body: T;
  /** The body as received. */
  text: string;
  errors: Record<string, string[]>;
  headers: Headers;
};

/** The request to an endpoint of the server at `origin`, as `token` when given, with further `headers`. */
export function requestOf<D extends Declaration>(
  origin: string,
  declaration: D,
  sending: CallInput<D>,
  token?: string | null,
  further: Record<string, string> = {},
): Request {
  const headers: Record<string, string> = { ...further, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  let body: string | FormData | undefined;
  if (declaration.upload) {
    const form = new FormData();
    for (const file of (sending as { files: File[] }).files) form.append(declaration.upload.field, file);
    body = form;
  } else if (sending.body !== undefined) {
    headers["content-type"] = "application/json";
    body = JSON.stringify(sending.body);
  }
  const url = origin + urlOf(declaration, sending);
  return new Request(url, { method: declaration.method, headers, ...(body ? { body } : {}) });
}

/** Sends such a request; never throws for a refusal. */
export async function callOver<D extends Declaration>(
  ...request: Parameters<typeof requestOf<D>>
): Promise<Response<Answer<D>>> {
  const answer = await fetch(requestOf(...request));
  const text = await answer.text();
  const json = text ? JSON.parse(text) : undefined;
  return { status: answer.status, body: json, text, errors: json?.errors ?? {}, headers: answer.headers };
}
