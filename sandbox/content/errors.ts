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

/** 400 for bad parameters, with WordPress's message and details for each, by name. */
export function invalidParams(bad: Record<string, BadParam>): ContentProblem {
  const names = Object.keys(bad);
  const params = Object.fromEntries(names.map((name) => [name, bad[name]?.message]));
  const details = Object.fromEntries(names.map((name) => [name, { ...bad[name], data: null }]));
  return new ContentProblem(400, "rest_invalid_param", `Invalid parameter(s): ${names.join(", ")}`, {
    params,
    details,
  });
}

/** 404 for an address or a method that the stand-in does not have. */
export const noRoute = () =>
  new ContentProblem(404, "rest_no_route", "No route was found matching the URL and request method.");
/** 404 for an entry that does not exist. */
export const invalidId = () => new ContentProblem(404, "rest_post_invalid_id", "Invalid post ID.");
/** 404 for a category or tag that does not exist. */
export const invalidTerm = () => new ContentProblem(404, "rest_term_invalid", "Term does not exist.");
/** 401 for a draft, which only editors may read. */
export const forbidden = () => new ContentProblem(401, "rest_forbidden", "Sorry, you are not allowed to do that.");
/** 401 for `context=edit`. */
export const forbiddenContext = () =>
  new ContentProblem(401, "rest_forbidden_context", "Sorry, you are not allowed to edit posts in this post type.");
/** 400 for a page beyond the last. */
export const pastTheEnd = () =>
  new ContentProblem(
    400,
    "rest_post_invalid_page_number",
    "The page number requested is larger than the number of pages available.",
  );
/** 401 for every call that would write (row C-18). */
export const readOnly = (verb: "create" | "edit" | "delete") =>
  new ContentProblem(401, `rest_cannot_${verb}`, `Sorry, you are not allowed to ${verb} posts as this user.`);
