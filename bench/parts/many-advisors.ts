import { extraFieldCount } from "@plumbline/contract/matching/explanations.ts";
import { type Candidate, qualityOf, type RecordFacts } from "@plumbline/contract/matching/rules.ts";
import { present } from "@plumbline/contract/present.ts";
import pg from "pg";
import type { Db } from "../../server/database/database.ts";
import { entriesOf } from "../../server/features/reference/store.ts";

// Synthetic advisors, the same for the same seed and size: few areas and industries are common and most are rare, most
// track records are short and some are long. They are inserted with the engagements, paid invoices, reviews and
// messages of their track record, so that the server's jobs find nothing to correct.

export type Lists = { areas: number[]; industries: number[]; sizes: number[] };
export type Search = { expertise_area_ids: number[]; industry_id: number; company_size_id: number };
type Advisor = Candidate & { facts: RecordFacts };

/** Ids of the reference data to choose from, each list in its natural order. */
export async function listsOf(db: Db): Promise<Lists> {
  const entries = await entriesOf(db, ["expertise_areas", "industries", "company_sizes"]);
  const ids = (kind: "expertise_areas" | "industries" | "company_sizes") =>
    (entries.get(kind) ?? []).map(({ id }) => id);
  return { areas: ids("expertise_areas"), industries: ids("industries"), sizes: ids("company_sizes") };
}

/** Advisors with the ids 1 to `count`. */
export function* advisors(count: number, lists: Lists, seed = 1): Generator<Advisor> {
  const random = seededRandom(seed);
  const area = skewed(random, lists.areas);
  const industry = skewed(random, lists.industries);
  for (let id = 1; id <= count; id += 1) {
    const size = Math.floor(random() * lists.sizes.length);
    const completed = Math.min(20, Math.floor(0.6 / (random() + 0.02)));
    const ratings = Math.floor(random() * (completed + 1));
    let ratingSum = 0;
    for (let n = 0; n < ratings; n += 1) ratingSum += random() < 0.6 ? 5 : random() < 0.6 ? 4 : 3;
    const responseMinutes = completed > 0 && random() < 0.8 ? Math.ceil(10 * 1000 ** random()) : null;
    const facts = {
      ratings,
      ratingSum,
      completed,
      responseMinutes,
      conversations: responseMinutes === null ? 0 : 1,
      completeness: 1 - Math.floor(random() * (extraFieldCount + 1)) / extraFieldCount,
    };
    yield {
      id,
      expertiseAreaIds: distinct(area, 1 + Math.floor(6 * random() ** 2)),
      industryIds: distinct(industry, 1 + Math.floor(4 * random() ** 2)),
      companySizeIds: lists.sizes.slice(size, size + 1 + Math.floor(random() * 3)),
      facts,
      quality: qualityOf(facts),
    };
  }
}

/** Search criteria: one to four areas, the common ones more often. */
export function searches(count: number, lists: Lists, seed = 2): Search[] {
  const random = seededRandom(seed);
  const area = skewed(random, lists.areas);
  const industry = skewed(random, lists.industries);
  return Array.from({ length: count }, () => ({
    expertise_area_ids: distinct(area, 1 + Math.floor(4 * random())),
    industry_id: industry(),
    company_size_id: present(lists.sizes[Math.floor(random() * lists.sizes.length)]),
  }));
}

/** Fills a migrated database with advisors and then customers; returns the customers' ids. */
export async function loadAdvisors(url: string, count: number, customers: number, lists: Lists): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(staging);
  const batch: Advisor[] = [];
  const flush = async () => {
    await client.query(intoStaging, columnsOf(batch.splice(0)));
  };
  for (const advisor of advisors(count, lists)) if (batch.push(advisor) === 20_000) await flush();
  await flush();
  for (const statement of fill) await client.query(statement.replaceAll(":customers", String(customers)));
  // Needed on a server without autovacuum.
  await client.query("vacuum analyze");
  await client.end();
  return Array.from({ length: customers }, (_, n) => count + 1 + n);
}

const staging = `create unlogged table bench_advisors (
  id int primary key, areas int[] not null, industries int[] not null, sizes int[] not null, quality smallint not null,
  ratings int[] not null, completed int not null, minutes int, extras int not null, facts jsonb not null)`;

const intoStaging = `insert into bench_advisors
  select id, areas::int[], industries::int[], sizes::int[], quality, ratings::int[], completed, minutes, extras, facts::jsonb
  from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::int[], $8::int[], $9::int[],
    $10::text[]) as rows (id, areas, industries, sizes, quality, ratings, completed, minutes, extras, facts)`;

function columnsOf(rows: readonly Advisor[]): unknown[][] {
  const list = (ids: readonly number[]) => `{${ids.join()}}`;
  return [
    rows.map(({ id }) => id),
    rows.map(({ expertiseAreaIds }) => list(expertiseAreaIds)),
    rows.map(({ industryIds }) => list(industryIds)),
    rows.map(({ companySizeIds }) => list(companySizeIds)),
    rows.map(({ quality }) => quality),
    rows.map(({ facts }) => list(ratingsOf(facts))),
    rows.map(({ facts }) => facts.completed),
    rows.map(({ facts }) => facts.responseMinutes),
    rows.map(({ facts }) => Math.round(facts.completeness * extraFieldCount)),
    rows.map(({ facts: { responseMinutes, ...facts } }) =>
      JSON.stringify(responseMinutes === null ? facts : { ...facts, responseMinutes }),
    ),
  ];
}

/** Ratings in whole stars that add up to the sum. */
function ratingsOf({ ratings, ratingSum }: RecordFacts): number[] {
  return Array.from({ length: ratings }, (_, n) => Math.floor((ratingSum + n) / ratings));
}

/** The order in which optional fields are filled: photo, LinkedIn, fee, phone number, a long description. */
const fill = [
  `insert into members (id, role, email, state, verified_at, decision, decided_at, profile_setup, stripe_setup)
    select id, 'advisor', 'advisor' || id || '@bench.test', 'active', now(), 'approved', now(), true, true from bench_advisors`,
  `insert into members (role, email, state, verified_at, decision, decided_at, profile_setup, stripe_setup, id)
    select 'customer', 'customer' || n || '@bench.test', 'active', now(), 'approved', now(), true, true,
      (select max(id) from bench_advisors) + n
    from generate_series(1, :customers) n`,
  `select setval('members_id_seq', (select max(id) from members))`,
  `insert into files (id, owner_id, purpose, key, name, size, content_type)
    select id, id, 'photo', 'photo' || id, 'photo.webp', 4096, 'image/webp' from bench_advisors where extras >= 1`,
  `select setval('files_id_seq', (select max(id) from bench_advisors))`,
  `insert into profiles (member_id, name, photo_id, linkedin_profile_url, fee_pence, phone_number, description, head_line,
      company_name, expertise_area_ids, industry_ids, company_size_ids)
    select id, 'Advisor ' || id, case when extras >= 1 then id end,
      case when extras >= 2 then 'https://www.linkedin.example/in/' || id end, case when extras >= 3 then 90000 end,
      case when extras >= 4 then '020 7946 0000' end, case when extras >= 5 then repeat('What I have done. ', 12) end,
      'Thirty years of scaling businesses', 'Bench & Sons', areas, industries, sizes
    from bench_advisors`,
  `insert into profiles (member_id, name) select id, 'Customer ' || id from members where role = 'customer'`,
  `insert into engagements (advisor_id, customer_id, name, description, theme_id, start_date, end_date, status,
      payment_type, unit_price_pence, units_hundredths, total_pence)
    select a.id, c.id, 'Engagement', 'As agreed', a.areas[1], current_date - 60, current_date - 30, 'completed', 'daily',
      90000, 100, 90000
    from bench_advisors a cross join lateral generate_series(1, a.completed) n,
      (select min(id) as id from members where role = 'customer') c`,
  `create temporary table bench_rated as
    select e.id, e.advisor_id, e.customer_id, a.ratings[e.n] as rating
    from (select *, row_number() over (partition by advisor_id order by id) as n from engagements) e
    join bench_advisors a on a.id = e.advisor_id where e.n <= cardinality(a.ratings)`,
  `insert into invoices (engagement_id, advisor_id, customer_id, status, total_pence)
    select id, advisor_id, customer_id, 'completed', 90000 from bench_rated`,
  `insert into reviews (engagement_id, advisor_id, customer_id, rating, rating_chosen, body)
    select id, advisor_id, customer_id, rating, true, 'Well done' from bench_rated`,
  `insert into conversations (customer_id, advisor_id, asked_at, answered_at)
    select c.id, a.id, now() - interval '30 days', now() - interval '30 days' + a.minutes * interval '1 minute'
    from bench_advisors a, (select min(id) as id from members where role = 'customer') c
    where a.minutes is not null`,
  `insert into messages (conversation_id, sender_id, body, created_at)
    select c.id, c.customer_id, 'Hello', now() - interval '30 days' from conversations c`,
  `insert into messages (conversation_id, sender_id, body, created_at)
    select c.id, c.advisor_id, 'Hello', now() - interval '30 days' + a.minutes * interval '1 minute'
    from conversations c join bench_advisors a on a.id = c.advisor_id`,
  // Written an hour ago: a process that starts reads what has changed in the last minutes.
  `insert into match_rows (member_id, listed, quality, expertise_area_ids, industry_ids, company_size_ids, facts, changed_at)
    select id, true, quality, areas, industries, sizes, facts, now() - interval '1 hour' from bench_advisors`,
];

/** A seeded random generator for numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws from a list by Zipf's law: the n-th entry has a weight of 1/n. */
function skewed(random: () => number, ids: readonly number[]): () => number {
  let sum = 0;
  const upTo = ids.map((_, n) => (sum += 1 / (n + 1)));
  return () => {
    const at = random() * sum;
    return present(ids[upTo.findIndex((end) => at < end)]);
  };
}

/** `count` different draws. */
function distinct(draw: () => number, count: number): number[] {
  const found = new Set<number>();
  while (found.size < count) found.add(draw());
  return [...found];
}
