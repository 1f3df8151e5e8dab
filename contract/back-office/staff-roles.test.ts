import { expect, test } from "vitest";
import { accessTo, areas, mayUse, staffRoles } from "./staff-roles.ts";

test("G-01 owners may do everything, and nobody else reads the audit or changes who is staff", () => {
  for (const area of areas) expect([area, accessTo(area, "owner")]).toEqual([area, "write"]);
  for (const role of staffRoles.filter((each) => each !== "owner")) {
    expect([role, accessTo("audit", role)]).toEqual([role, "none"]);
    expect([role, mayUse("staff", role, "POST")]).toEqual([role, false]);
  }
});

test("G-01 read-only staff change nothing but their own account, and only owners and finance move money or prices", () => {
  for (const area of areas)
    if (area !== "desk") expect([area, mayUse(area, "read_only", "PATCH")]).toEqual([area, false]);
  for (const area of ["money", "prices"] as const)
    expect(staffRoles.filter((role) => mayUse(area, role, "POST"))).toEqual(["owner", "finance"]);
});
