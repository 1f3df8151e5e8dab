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

export function invalid(message: string, param?: string, code?: string): StripeProblem {
  return new StripeProblem(400, "invalid_request_error", message, { ...(code && { code }), ...(param && { param }) });
}

export function missing(param: string): StripeProblem {
  return invalid(`Missing required param: ${param}.`, param, "parameter_missing");
}

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

export function unauthenticated(message: string): StripeProblem {
  return new StripeProblem(401, "invalid_request_error", message);
}

export function forbidden(message: string, code?: string): StripeProblem {
  return new StripeProblem(403, "invalid_request_error", message, code ? { code } : {});
}

export function unexpectedState(message: string, details: ProblemDetails = {}): StripeProblem {
  return new StripeProblem(400, "invalid_request_error", message, {
    code: "payment_intent_unexpected_state",
    ...details,
  });
}
