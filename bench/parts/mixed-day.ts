import { randomUUID } from "node:crypto";
import { present } from "@plumbline/contract/present.ts";
import type pg from "pg";
import type { BenchRole, Read } from "./contract-reads.ts";
import type { Sending } from "./posting.ts";

// The requests of a mixed day on the demo's data: of twenty, fourteen are reads of every kind in turn, three are searches,
// two are messages and one is another write.

type DayKind = "read" | "search" | "message" | "write";
export type DayRequest = { kind: DayKind; sending: Sending; read: Read | null };
export type Tokens = Record<BenchRole, string[]>;

/** The reads that are answered on the demo's data. */
export async function answeredReads(url: string, reads: readonly Read[], tokens: Tokens): Promise<Read[]> {
  const answered: Read[] = [];
  for (const read of reads) {
    const token = read.role && tokens[read.role][0];
    const answer = await fetch(url + read.path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    await answer.arrayBuffer();
    if (answer.ok) answered.push(read);
  }
  return answered;
}

/** Whom the customer writes to, and which of the customer's notifications are marked as read and unread. */
export type Written = { advisor: number; notifications: readonly number[] };

export async function writtenBy(client: pg.Client, { customer, advisor }: Record<BenchRole, number>): Promise<Written> {
  const { rows } = await client.query<{ id: number }>(
    "select id from notifications where member_id = $1 order by id limit 20",
    [customer],
  );
  return { advisor, notifications: rows.map(({ id }) => Number(id)) };
}

/** Requests in the proportions of a mixed day, by their number. */
export function mixedDay(
  reads: readonly Read[],
  tokens: Tokens,
  { advisor, notifications }: Written,
): (at: number) => DayRequest {
  const isSearch = ({ name }: Read) => /search/.test(name);
  const [searches, others] = [reads.filter(isSearch), reads.filter((read) => !isSearch(read))];
  const sending = (at: number, method: string, path: string, role: BenchRole | null, body?: object): Sending => {
    const own = role && tokens[role];
    return {
      method,
      path,
      headers: {
        ...(own ? { Authorization: `Bearer ${own[at % own.length]}` } : {}),
        ...(body ? { "Content-Type": "application/json" } : {}),
      },
      body: body ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0),
    };
  };
  const reading = (at: number, kind: DayKind, list: readonly Read[]): DayRequest => {
    const read = present(list[at % list.length], "a read");
    return { kind, read, sending: sending(at, "GET", read.path, read.role) };
  };
  return (at) => {
    const of20 = at % 20;
    const turn = Math.floor(at / 20);
    if (of20 < 14) return reading(turn * 14 + of20, "read", others);
    if (of20 < 17) return reading(turn * 3 + of20, "search", searches);
    const writing = (kind: DayKind, method: string, path: string, body: object): DayRequest => ({
      kind,
      read: null,
      sending: sending(at, method, path, "customer", body),
    });
    const id = notifications[turn % notifications.length];
    const isRead = Math.floor(turn / notifications.length) % 2 === 0;
    if (of20 === 19) return writing("write", "PATCH", `/api/notifications/${id}`, { isRead });
    const message = { body: `How about Tuesday? ${at}`, client_id: randomUUID() };
    return writing("message", "POST", "/api/messages", { receiver_id: advisor, message });
  };
}
