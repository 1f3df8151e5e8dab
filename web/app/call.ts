import { type Answer, type CallInput, type Declaration, urlOf } from "@plumbline/contract/endpoint.ts";
import { Failure, failureOf, unreachable } from "./failure.ts";
import { go } from "./go.ts";
import { answerWhileOffline, rememberAnswer } from "./loaded-answers.ts";
import { changed, keyFor } from "./request-keys.ts";
import { currentSession, endSession, type Session } from "./session.ts";
import type { Outgoing, Raw } from "./upload.ts";

export type CallOptions = {
  /** Sends files with progress reports from 0 to 1. */
  onProgress?: (progress: number) => void;
  signal?: AbortSignal;
  /** The key of the draft that is sent (draft.ts). */
  draft?: string | null;
};

let changesSent = 0;
/** Whether something that was sent to be saved is not answered yet. */
export const isSending = (): boolean => changesSent > 0;

/**
 * The only way to the product's API: sends what the endpoint declares and returns its response, or throws a Failure.
 * Only this function knows the token and handles 401 and 403: the session is invalid, so it is removed and the person
 * is sent to sign in.
 */
export async function call<D extends Declaration>(
  endpoint: D,
  sending: CallInput<D>,
  options: CallOptions = {},
): Promise<Answer<D>> {
  const session = currentSession();
  const headers = headersOf(session, "application/json");
  const body = bodyOf(endpoint, sending);
  if (typeof body === "string") headers["content-type"] = "application/json";

  const request = { method: endpoint.method, url: urlOf(endpoint, sending), headers, body };
  // Only the member, not the session, so that a form sent again after signing in again counts as the same request.
  const once = keyFor(request, session?.email ?? "", options.draft);
  if (once) headers["idempotency-key"] = once.key;
  const change = endpoint.method === "GET" ? 0 : 1;
  changesSent += change;
  const raw = await (options.onProgress ? upload(request, options) : plain(request, options.signal)).finally(() => {
    changesSent -= change;
  });
  const done = raw.status >= 200 && raw.status < 300;
  const answer = parsed(raw.text);
  // Not ours, but of what stands between: the page of a network that asks to sign in, or an answer that was cut off.
  if (done && answer === undefined && raw.status !== 204) throw unreachable();
  once?.answered(raw);
  if (done) {
    if (endpoint.method === "GET") rememberAnswer(request.url, raw.text);
    else changed(request.url);
    // The server checks its responses against the same declaration, so they are not checked again here.
    return answer as Answer<D>;
  }
  throw refusal(endpoint, session, raw);
}

/** The headers of a call by who is signed in. */
export function headersOf(session: Session | null, accept: string): Record<string, string> {
  return { accept, ...(session ? { authorization: `${session.tokenType} ${session.accessToken}` } : {}) };
}

/** What a refused call throws; a session that has ended is removed (row A-20). */
export function refusal(endpoint: Declaration, session: Session | null, raw: Raw): Failure {
  // A refused sign-in concerns the password, not a session (decision 7).
  if ((raw.status === 401 || raw.status === 403) && endpoint.path !== "/oauth/token") {
    // Unless another tab has signed in again meanwhile.
    if (currentSession()?.accessToken === session?.accessToken) go(endSession());
  }
  return failureOf(raw.status, raw.statusText, parsed(raw.text));
}

function bodyOf(endpoint: Declaration, sending: { body?: unknown; files?: File[] | undefined }) {
  if (!endpoint.upload) return sending.body === undefined ? undefined : JSON.stringify(sending.body);
  const form = new FormData();
  // The fields first, because the server reads the parts in order and needs them before the files.
  for (const [name, value] of Object.entries(sending.body ?? {}))
    if (value !== undefined && value !== null) form.append(name, String(value));
  for (const file of sending.files ?? []) form.append(endpoint.upload.field, file, file.name);
  return form;
}

async function plain({ method, url, headers, body }: Outgoing, signal: AbortSignal | undefined): Promise<Raw> {
  try {
    const response = await fetch(url, { method, headers, body: body ?? null, signal: signal ?? null });
    const { status, statusText } = response;
    return { status, statusText, text: await response.text(), retryAfter: response.headers.get("retry-after") };
  } catch (error) {
    if (signal?.aborted) throw error;
    const loaded = method === "GET" ? answerWhileOffline(url) : undefined;
    if (loaded !== undefined) return { status: 200, statusText: "OK", text: loaded, retryAfter: null };
    throw unreachable();
  }
}

/** Most pages upload nothing, so its script comes with the first file. */
async function upload(request: Outgoing, options: CallOptions): Promise<Raw> {
  const script = await import("./upload.ts").catch(() => {
    throw unreachable();
  });
  return script.withProgress(request, options);
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export { Failure };
