import type { z } from "zod";
import type { Area } from "./back-office/staff-roles.ts";
import { asRecord } from "./records.ts";

/**
 * Who may call an endpoint. `member` is a customer or an advisor, `account` is any signed-in account, staff included, and
 * `anyone` needs no session. A valid session of the wrong role gets 404, never 403 (decision 7).
 */
export type Caller = "anyone" | "account" | "member" | "customer" | "advisor" | "staff";

/** Whether an account of this role may call an endpoint declared for `caller`. */
export function mayCall(caller: Caller, role: "customer" | "advisor" | "staff"): boolean {
  if (caller === "anyone" || caller === "account") return true;
  return caller === "member" ? role !== "staff" : caller === role;
}

export type Declaration = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As in the specification, with `{name}` for parameters: `/api/projects/{id}`. */
  path: string;
  for: Caller;
  /**
   * For staff: the area that their role needs access to (contract/back-office/staff-roles.ts). Without one the endpoint is
   * closed to all of them.
   */
  area?: Area;
  /**
   * For everything that members change: whether the call starts something new, which restricted and suspended members may
   * not (contract/sanctions/rules.ts). `depends` leaves it to the action, because the same call starts and goes on.
   */
  startsNew?: boolean | "depends";
  /** Also open to staff who must set up two-step sign-in first (ADR-029). */
  duringSetUp?: true;
  /** Answers what members write to each other: closed to staff who look as a member (ADR-029). */
  privateWords?: true;
  /** One sentence for the documentation page. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Multipart instead of JSON: the form field that carries the files, their maximum number, and what refuses other types. */
  upload?: { field: string; maxFiles: number; wrongType?: string };
  /** Also accepts form-encoded bodies, as mail programs send them, and ignores their fields (RFC 8058). */
  acceptsForm?: true;
  /**
   * The handler is safe to run again from its start after a crash: it looks up what it began (a payment by its attempt, a
   * message by its client_id) or sets the same values again. Without this flag, a retry with the same Idempotency-Key skips
   * the transactions that already committed (decision 46).
   */
  resumes?: true;
  /**
   * The handler of a change is one transaction, together with the response that is kept for its Idempotency-Key
   * (ADR-052). Set this where it cannot be: the handler hashes a password, calls another company, counts an attempt
   * that a refusal must not undo, decides about several things independently, or reads this process's memory of what it
   * has just committed.
   */
  inSteps?: true;
  /** The response body. The serialiser drops properties that are not declared here. */
  output: z.ZodType;
  /** The response is a file of this content type instead of JSON; `output` is ignored then. */
  type?: "application/pdf" | "text/csv" | "application/json";
  /**
   * For staff: whether the list under `entries` can be downloaded as a file (server/http/exports.ts). Paged lists can
   * be, unless this says otherwise.
   */
  exported?: boolean;
  /** The list of which it returns all rows as a file. */
  exportOf?: Declaration;
  /** Defaults to 200; 204 sends no body. */
  status?: 200 | 201 | 202 | 204;
  /** `status`: error responses carry `errors.status_code` and `errors.message` instead of fields (the specification's sign-in). */
  refusals?: "status";
  /**
   * A visitor can trigger an e-mail with this call, to an address of their choice or to the team. All such calls share a
   * limit of 60 an hour per source address; at most five e-mails an hour go to one recipient, and the response does not
   * reveal whether one was sent.
   */
  sendsMail?: true;
  /**
   * The response is the same for everybody who may call and changes only with this table. It is served from memory with
   * an ETag.
   */
  changesWith?: "reference_entries" | "plan_catalogue" | "transparency_counts" | "site_texts";
  /**
   * For a GET that changes nothing: the response may be a moment old, so that it may come from a replica of the
   * database (ADR-050). It still contains the caller's own changes and what they were notified of. Not for reads that
   * decide about permission, money or the next step.
   */
  mayBeStale?: true;
  /** Requests per minute and source address, for calls that invite guessing; 429 beyond. */
  limit?: number;
};

/**
 * Declares an endpoint: the server mounts it, the web calls it, OpenAPI and the permission test are derived from it
 * (rule 3). Returns the declaration itself, with its exact types.
 */
export function endpoint<const D extends Declaration>(declaration: D): D {
  return declaration;
}

type SchemaOutput<T, Fallback> = T extends z.ZodType ? z.output<T> : Fallback;
type SchemaInput<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives, after validation. */
export type RequestInput<D extends Declaration> = {
  params: SchemaOutput<D["params"], Record<string, never>>;
  query: SchemaOutput<D["query"], Record<string, never>>;
  body: SchemaOutput<D["body"], undefined>;
};

/** What the web passes to `call`; parts that the endpoint does not declare must be absent. */
export type CallInput<D extends Declaration> = (D extends { params: z.ZodObject }
  ? { params: SchemaInput<D["params"]> }
  : { params?: undefined }) &
  (D extends { query: z.ZodObject } ? { query?: SchemaInput<D["query"]> } : { query?: undefined }) &
  (D extends { body: z.ZodType } ? { body: SchemaInput<D["body"]> } : { body?: undefined }) &
  (D extends { upload: object } ? { files: File[] } : { files?: undefined });

export type Answer<D extends Declaration> = z.output<D["output"]>;

/** Fills `{name}` in a path and appends the query; undefined, null and empty values are left out. */
export function urlOf(declaration: Declaration, sending: { params?: unknown; query?: unknown }): string {
  const params = asRecord(sending.params);
  const path = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asRecord(sending.query)))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}

/** The caller's side of `optionallyWrapped`: puts a body inside the documented name (decision 47). */
export function wrap<B extends object>(name: string, body: B): B {
  // `optionallyWrapped` types its schema as the inner one, so that callers need not know of the other form.
  return { [name]: body } as unknown as B;
}
