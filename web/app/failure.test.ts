import { describe, expect, it } from "vitest";
import { asFailure, Failure, failureLines, failureOf, unreachable } from "./failure.ts";

describe("what a failed call becomes", () => {
  it("W-02 a failure is status, statusText and the body's errors", () => {
    const failure = failureOf(422, "Unprocessable Entity", { errors: { email: ["is taken", "is odd"] } });
    expect(failure).toMatchObject({
      status: 422,
      statusText: "Unprocessable Entity",
      errors: { email: ["is taken", "is odd"] },
    });
  });

  it("W-02 HTTP/2 responses have no status text, and a response may not be JSON", () => {
    expect(failureOf(502, "", null)).toMatchObject({
      statusText: "Bad Gateway",
      message: "Bad Gateway. Please try again in a few seconds.",
      errors: {},
    });
    expect(failureOf(599, "", null).message).toBe("Error. Please try again in a few seconds.");
  });

  it("W-02 a conflict keeps the alternative actions", () => {
    const failure = failureOf(409, "Conflict", {
      errors: { base: ["It has moved on."] },
      allowed_actions: ["complete"],
    });
    expect([failure.message, failure.allowedActions]).toEqual(["It has moved on.", ["complete"]]);
  });

  it.each([
    [
      "500 the status and the message",
      failureOf(500, "Internal Server Error", null),
      ["500 Internal Server Error. Please try again in a few seconds."],
    ],
    [
      "404 the status and the message",
      failureOf(404, "Not Found", { errors: { base: ["We could not find that."] } }),
      ["404 We could not find that."],
    ],
    [
      "401 the message only",
      failureOf(401, "Unauthorized", { errors: { status_code: 401, message: "Wrong password." } }),
      ["Wrong password."],
    ],
    ["no status: the message", unreachable(), ["We could not reach the server. Check your connection and try again."]],
    [
      "otherwise each field, then its messages",
      failureOf(422, "", { errors: { "customer_company.city_id": ["can't be blank"], base: ["Try again."] } }),
      ["City: can't be blank", "Try again."],
    ],
    [
      "nothing said: the status, its name and what to do",
      failureOf(503, "", {}),
      ["503 Service Unavailable. Please try again in a few seconds."],
    ],
    [
      "nothing said about what was sent",
      failureOf(413, "", null),
      ["413 Payload Too Large. Please check what you sent and try again."],
    ],
  ])("W-03 %s", (_, failure, lines) => {
    expect(failureLines(failure)).toEqual(lines);
  });

  it("W-03 an error that is no failed call becomes a plain sentence, without its detail", () => {
    expect(asFailure(new TypeError("x is undefined")).message).not.toContain("undefined");
    const own = new Failure(409, "Conflict", "m");
    expect(asFailure(own)).toBe(own);
  });
});
