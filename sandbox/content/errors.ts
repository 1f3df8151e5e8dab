/** An answer in the shape every WordPress error has. Takes the HTTP status, its code, a sentence and further data. */
export class ContentProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly further: Record<string, unknown>;

  constructor(status: number, code: string, message: string, further: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.further = further;
  }

  body() {
    return { code: this.code, message: this.message, data: { status: this.status, ...this.further } };
  }
}

export type BadParam = { code: string; message: string };

export function invalidParams(bad: Record<string, BadParam>): ContentProblem {
  const names = Object.keys(bad);
  const params = Object.fromEntries(names.map((name) => [name, bad[name]?.message]));
  const details = Object.fromEntries(names.map((name) => [name, { ...bad[name], data: null }]));
  return new ContentProblem(400, "rest_invalid_param", `Invalid parameter(s): ${names.join(", ")}`, {
    params,
    details,
  });
}

export const noRoute = () =>
  new ContentProblem(404, "rest_no_route", "No route was found matching the URL and request method.");
export const invalidId = () => new ContentProblem(404, "rest_post_invalid_id", "Invalid post ID.");
export const invalidTerm = () => new ContentProblem(404, "rest_term_invalid", "Term does not exist.");
export const forbidden = () => new ContentProblem(401, "rest_forbidden", "Sorry, you are not allowed to do that.");
export const forbiddenContext = () =>
  new ContentProblem(401, "rest_forbidden_context", "Sorry, you are not allowed to edit posts in this post type.");
export const pastTheEnd = () =>
  new ContentProblem(
    400,
    "rest_post_invalid_page_number",
    "The page number requested is larger than the number of pages available.",
  );
export const readOnly = (verb: "create" | "edit" | "delete") =>
  new ContentProblem(401, `rest_cannot_${verb}`, `Sorry, you are not allowed to ${verb} posts as this user.`);
