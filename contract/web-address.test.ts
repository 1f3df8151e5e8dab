import { expect, test } from "vitest";
import { AdvisorApplicationForm } from "./accounts/contract.ts";
import { AdvisorProfileInput } from "./profiles/contract.ts";

const refused = [
  ...["javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "java\tscript:x"],
  ...["\u0001javascript:alert(1)", "data:text/html,<script>", "vbscript:x", "file:///etc/passwd", "ftp://a.example/"],
  ...[
    "mailto:a@b.example",
    "http:a",
    "https://",
    "http://[",
    "javascript://a.example/%0aalert(1)",
    "blob:https://a.example/x",
  ],
  ...[
    "not a link",
    "no",
    "n/a",
    "/in/ann",
    "e.g.",
    "a.",
    ".uk",
    "ann@mail.example",
    "linkedin.com/in/ann lee",
    "no/a.b",
  ],
];
const taken = [
  "https://www.linkedin.com/in/ann",
  "HTTP://linkedin.com",
  "linkedin.com/in/ann",
  "uk.linkedin.com",
  "bücher.example?a",
];

test("P-09 a LinkedIn address is http or https, wherever one is given", () => {
  const fields = [AdvisorApplicationForm.shape.linkedin_profile_url, AdvisorProfileInput.shape.linkedin_profile_url];
  for (const field of fields) {
    for (const address of refused) expect([address, field.safeParse(address).success]).toEqual([address, false]);
    for (const address of taken) expect([address, field.safeParse(address).success]).toEqual([address, true]);
  }
  for (const nothing of ["", null, undefined])
    expect(AdvisorProfileInput.shape.linkedin_profile_url.safeParse(nothing).success).toBe(true);
});
