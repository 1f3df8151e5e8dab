/** What Stripe's error object may carry, besides its type and message. */
export type ProblemDetails = {
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
};

type ProblemType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

/** An error as Stripe's API answers it. With `keepsState` the transaction is committed all the same (a declined charge). */
export class StripeProblem extends Error {
  status: number;
  type: ProblemType;
  details: ProblemDetails;
  keepsState: boolean;

  constructor(status: number, type: ProblemType, message: string, details: ProblemDetails = {}, keepsState = false) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
    this.keepsState = keepsState;
  }
}

/** The error as JSON, as Stripe's API answers it. */
export function problemBody(problem: StripeProblem, requestId: string): object {
  const { code } = problem.details;
  return {
    error: {
      type: problem.type,
      message: problem.message,
      ...problem.details,
      ...(code && { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}` }),
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
    },
  };
}

/** 400 for a bad request; `param` names the parameter as the caller wrote it. */
export function invalid(message: string, param?: string, code?: string): StripeProblem {
  return new StripeProblem(400, "invalid_request_error", message, { ...(code && { code }), ...(param && { param }) });
}

/** 400 for a parameter that has to be there. */
export function missing(param: string): StripeProblem {
  return invalid(`Missing required param: ${param}.`, param, "parameter_missing");
}

/** 400 for a parameter that the call does not know. */
export function unknownParameter(param: string): StripeProblem {
  return invalid(`Received unknown parameter: ${param}`, param, "parameter_unknown");
}

/** An id in the path answers 404, an id in the body 400. */
export function noSuch(what: string, id: string, where: { path?: string; body?: string }): StripeProblem {
  const param = where.path ?? where.body ?? "id";
  const status = where.path ? 404 : 400;
  return new StripeProblem(status, "invalid_request_error", `No such ${what}: '${id}'`, {
    code: "resource_missing",
    param,
  });
}

/** 401 for a missing or wrong key. */
export function unauthenticated(message: string): StripeProblem {
  return new StripeProblem(401, "invalid_request_error", message);
}

/** 403 for what the key may not do. */
export function forbidden(message: string, code?: string): StripeProblem {
  return new StripeProblem(403, "invalid_request_error", message, code ? { code } : {});
}

/** 400 for a payment intent whose status does not allow the call. */
export function unexpectedState(message: string, details: ProblemDetails = {}): StripeProblem {
  return new StripeProblem(400, "invalid_request_error", message, {
    code: "payment_intent_unexpected_state",
    ...details,
  });
}
