import { present } from "@plumbline/contract/present.ts";
import { asRecord, fromKeys } from "@plumbline/contract/records.ts";
import type pg from "pg";
import type { BenchRole } from "./contract-reads.ts";

// The three accounts of the demo that anybody can sign in to.

const roles = ["customer", "advisor", "staff"] as const;
const addressOf = (role: BenchRole) => `${role}@demo.plumbline.test`;

export async function demoAccountIds(client: pg.Client): Promise<Record<BenchRole, number>> {
  const { rows } = await client.query("select id, role from members where email = any($1)", [roles.map(addressOf)]);
  const ids = new Map<string, number>(rows.map(({ id, role }) => [role, id]));
  return fromKeys(roles, (role) => present(ids.get(role), role));
}

/** The tokens of `sessions` new sessions of each of the accounts. */
export async function signInToDemo(url: string, sessions: number): Promise<Record<BenchRole, string[]>> {
  const signIn = async (role: BenchRole): Promise<string> => {
    const answer = await fetch(`${url}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        grant_type: "password",
        owner_type: role,
        email: addressOf(role),
        password: "plumbline-demo",
      }),
    });
    return String(asRecord(await answer.json())["access_token"]);
  };
  const several = (role: BenchRole) => Promise.all(Array.from({ length: sessions }, () => signIn(role)));
  const [customer, advisor, staff] = [await several("customer"), await several("advisor"), await several("staff")];
  return { customer, advisor, staff };
}
