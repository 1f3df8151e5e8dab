import type { z } from "zod";

/**
 * Who may call an endpoint. `member` is either role; a valid session of the wrong role is answered 404, never 403
 * (decision 7), `account` is whoever has one, staff included, and `anyone` may carry a session or not.
 */
export type Caller = "anyone" | "account" | "member" | "customer" | "advisor" | "staff";

/** Whether somebody of this role may call what is for `caller`. */
export function mayCall(caller: Caller, role: "customer" | "advisor" | "staff"): boolean {
  if (caller === "anyone" || caller === "account") return true;
  return caller === "member" ? role !== "staff" : caller === role;
}

export type Declaration = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As in the specification, with `{name}` for parameters: `/api/projects/{id}`. */
  path: string;
  for: Caller;
  /** One sentence for the documentation page. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Multipart instead of JSON: the field that carries the files and how many it takes. */
  upload?: { field: string; most: number };
  /** Also takes the post of a form or a mail program, whose fields say nothing that matters (RFC 8058). */
  form?: true;
  /**
   * Safe to run again from its start after a crash: it finds what it has begun (a payment by its attempt, a message by its
   * client_id), or sets what is set already. Without it, a repeated call with an Idempotency-Key skips the transactions that have committed
   * (decision 46).
   */
  resumes?: true;
  /** What leaves. Properties that are not declared here are dropped by the serialiser. */
  output: z.ZodType;
  /** What is answered is no JSON but a file of this type; `output` says nothing then. */
  type?: "application/pdf";
  /** 200 unless said otherwise; 204 for no body. */
  status?: 200 | 201 | 202 | 204;
  /** `status`: refusals carry `errors.status_code` and `errors.message` instead of fields (the specification's sign-in). */
  refusals?: "status";
  /**
   * By this call anybody can have a mail sent, to an address of their choice or to the team: 60 an hour from one source over
   * all such calls. To one address at most five an hour leave, and the answer does not say whether one did.
   */
  mails?: true;
  /** Attempts per minute and source address, for calls that invite guessing; 429 beyond. */
  limit?: number;
};

/**
 * Declares an endpoint: the server mounts it, the web calls it, OpenAPI and the permission test are derived from it
 * (house rule 3). Returns the declaration itself, with its exact types.
 */
export function endpoint<const D extends Declaration>(declaration: D): D {
  return declaration;
}

type Parsed<T, Otherwise> = T extends z.ZodType ? z.output<T> : Otherwise;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives, after validation. */
export type Received<D extends Declaration> = {
  params: Parsed<D["params"], Record<string, never>>;
  query: Parsed<D["query"], Record<string, never>>;
  body: Parsed<D["body"], undefined>;
};

/** What the web passes to `call`; parts that the endpoint does not declare are left out. */
export type Sending<D extends Declaration> = (D extends { params: z.ZodObject }
  ? { params: Sent<D["params"]> }
  : { params?: undefined }) &
  (D extends { query: z.ZodObject } ? { query?: Sent<D["query"]> } : { query?: undefined }) &
  (D extends { body: z.ZodType } ? { body: Sent<D["body"]> } : { body?: undefined }) &
  (D extends { upload: object } ? { files: File[] } : { files?: undefined });

export type Answer<D extends Declaration> = z.output<D["output"]>;

/** Fills `{name}` in a path and appends the query; undefined values are left out. */
export function urlOf(declaration: Declaration, sending: { params?: unknown; query?: unknown }): string {
  const params = (sending.params ?? {}) as Record<string, unknown>;
  const path = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((sending.query ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}
