import { StripeProblem } from "./problems.ts";

export const faultKinds = [
  "timeout_before",
  "timeout_after",
  "500",
  "500_after",
  "500_stored",
  "rate_limit",
  "forbidden",
  "garbage_after",
  "silent_before",
  "silent_after",
  "slow",
  "drop_webhooks",
] as const;
export type FaultKind = (typeof faultKinds)[number];
export type Fault = { kind: FaultKind; method?: string; path?: string; times: number; delayMs: number };
export type Faults = ReturnType<typeof openFaults>;

/**
 * Faults that tests inject in advance; the README's table says what each does. They are kept in memory, so that a
 * restart clears them.
 */
export function openFaults() {
  let planned: Fault[] = [];

  return {
    plan: (fault: Fault) => planned.push(fault),
    clear: () => {
      planned = [];
    },
    list: () => planned,
    /** Takes one use of the first fault that fits this request. `path` may end in * . */
    take(method: string, path: string): Fault | undefined {
      const fault = planned.find((one) => one.kind !== "drop_webhooks" && fits(one, method, path));
      return fault && use(fault);
    },
    /** Takes one use of a fault that loses a webhook, where there is one. */
    dropsWebhook(): boolean {
      const fault = planned.find((one) => one.kind === "drop_webhooks");
      return fault !== undefined && use(fault) !== undefined;
    },
  };

  function use(fault: Fault): Fault {
    fault.times -= 1;
    if (fault.times < 1) planned = planned.filter((one) => one !== fault);
    return fault;
  }
}

function fits(fault: Fault, method: string, path: string): boolean {
  if (fault.method && fault.method.toUpperCase() !== method) return false;
  if (!fault.path) return true;
  return fault.path.endsWith("*") ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path;
}

/** The 500 of Stripe when something fails there. */
export function outage(): StripeProblem {
  return new StripeProblem(500, "api_error", "An unknown error occurred.");
}

/** The 429 of Stripe's rate limit. */
export function tooManyRequests(): StripeProblem {
  return new StripeProblem(429, "invalid_request_error", "Too many requests. Please slow down.", {
    code: "rate_limit",
  });
}
