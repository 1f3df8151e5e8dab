import { expect, it } from "vitest";
import { hashesIn, hashOf, hydrationOf } from "./hydration.ts";

it("H-12 a page is hydrated as the innermost of its routes says, and always if none does", () => {
  expect(hydrationOf([undefined, { hydrate: "whenSignedIn" }, { wide: true }])).toBe("whenSignedIn");
  expect(hydrationOf([undefined, { hydrate: "whenSignedIn" }, { hydrate: "never" }])).toBe("never");
  expect(hydrationOf([undefined, { wide: true }, null, "whenSignedIn"])).toBe("always");
});

it("H-12 the policy has the hash of each script of an application, and of nothing that only looks like one", () => {
  const application =
    '<link rel="modulepreload" href="/a.js"/><script>window.a="<\\/script>"</script><!--$--><script type="module" async="">import "/a.js";</script>';
  expect(hashesIn(application)).toEqual(['window.a="<\\/script>"', 'import "/a.js";'].map(hashOf));
});
