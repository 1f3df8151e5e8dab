import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { firstPaint } from "./first-paint.ts";
import { asleep } from "./light.ts";

const hash = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

it("H-12 a page's application sleeps: its scripts are text, nothing of it is fetched, and the policy knows each", () => {
  const { html, hashes } = asleep(
    [
      `<script nonce="N">${firstPaint}</script>`,
      '<link rel="modulepreload" href="/assets/entry.js"/>',
      '<script type="application/ld+json">{"a":1}</script>',
      '<script type="module" src="/assets/visit.js"></script>',
      '<script nonce="N">window.a=1</script>',
      '<script nonce="N" type="module" async="">import "/assets/entry.js";</script>',
    ].join(""),
  );
  expect(html).not.toMatch(/nonce|modulepreload/);
  expect(html).toContain(`<script>${firstPaint}</script>`);
  expect(html).toContain('<script type="application/ld+json">{"a":1}</script>');
  expect(html).toContain('<script type="module" src="/assets/visit.js"></script>');
  expect(html).toContain('<script type="text/plain" data-app="classic">window.a=1</script>');
  expect(html).toContain('<script type="text/plain" data-app="module">import "/assets/entry.js";</script>');
  expect(hashes).toEqual([firstPaint, "window.a=1", 'import "/assets/entry.js";'].map(hash));
});
