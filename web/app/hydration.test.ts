import { expect, it } from "vitest";
import { hashesIn, hashOf, isHydratedForMembersOnly } from "./hydration.ts";

it("H-12 a page is hydrated for members only if one of its routes says so", () => {
  expect(isHydratedForMembersOnly([undefined, { hydrate: "whenSignedIn" }, { wide: true }])).toBe(true);
  expect(isHydratedForMembersOnly([undefined, { hydrate: "always" }, null, "whenSignedIn"])).toBe(false);
});

it("H-12 the policy has the hash of each script of an application, and of nothing that only looks like one", () => {
  const application =
    '<link rel="modulepreload" href="/a.js"/><script>window.a="<\\/script>"</script><!--$--><script type="module" async="">import "/a.js";</script>';
  expect(hashesIn(application)).toEqual(['window.a="<\\/script>"', 'import "/a.js";'].map(hashOf));
});
