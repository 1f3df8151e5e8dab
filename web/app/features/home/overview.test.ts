import type { Role } from "@plumbline/contract/product.ts";
import { afterEach, expect, test, vi } from "vitest";
import { loadOverview } from "./overview.ts";

afterEach(() => void vi.unstubAllGlobals());

test.each<[Role, string]>([
  ["customer", "sent"],
  ["advisor", "draft"],
])(
  "H-10 W-08 the home page of the %s asks for the invoices that wait for them, however many are newer",
  async (role, status) => {
    const waiting = { id: 7, status };
    vi.stubGlobal("fetch", async (url: string) => {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      if (pathname !== "/api/invoices") return new Response("", { status: 500 });
      // A full page of newer ones that wait for nobody, where not asked for these alone.
      return Response.json({ entries: searchParams.get("status") === status ? [waiting] : Array(20).fill({ id: 8 }) });
    });
    expect(await loadOverview(role)).toEqual({
      projects: [],
      invoices: [waiting],
      conversations: [],
      incomplete: true,
    });
  },
);
