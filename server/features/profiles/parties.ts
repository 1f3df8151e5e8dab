import type { Party } from "@plumbline/contract/profiles/party.ts";
import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { House } from "../../house.ts";
import { type Db, givenList } from "../../platform/database.ts";
import { addressOf } from "../../platform/file-addresses.ts";
import { together } from "../../platform/together.ts";
import { files, members, profiles, referenceEntries } from "../../schema.ts";

const cities = alias(referenceEntries, "cities");
const jobTitles = alias(referenceEntries, "job_titles");

const prepareSome = (db: Db) =>
  db
    .select({
      id: members.id,
      role: members.role,
      name: profiles.name,
      headLine: profiles.headLine,
      positionOrTitle: profiles.positionOrTitle,
      companyName: profiles.companyName,
      address1: profiles.address1,
      address2: profiles.address2,
      postcode: profiles.postcode,
      photo: { id: files.id, name: files.name },
      city: { id: cities.id, name: cities.name },
      jobTitle: { id: jobTitles.id, name: jobTitles.name },
    })
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .leftJoin(files, eq(files.id, profiles.photoId))
    .leftJoin(cities, eq(cities.id, profiles.cityId))
    .leftJoin(jobTitles, eq(jobTitles.id, profiles.jobTitleId))
    .where(sql`${members.id} = any(${givenList("ids", "int")})`)
    .prepare("parties_of");

function prepareOne(db: Db) {
  const some = prepareSome(db);
  return together(async (ids) => new Map((await some.execute({ ids })).map((row) => [row.id, row])));
}
const prepared = new WeakMap<Db, ReturnType<typeof prepareOne>>();

/** Members as others see them, by id, in one query however many there are. */
export async function partiesOf(
  house: Pick<House, "db" | "secret" | "clock">,
  ids: readonly number[],
): Promise<Map<number, Party>> {
  const one = prepared.get(house.db) ?? prepareOne(house.db);
  prepared.set(house.db, one);
  const rows = await Promise.all([...new Set(ids)].map(one));
  return new Map(
    rows.flatMap((row) =>
      row === null
        ? []
        : [
            [
              row.id,
              {
                id: row.id,
                profile: {
                  id: row.id,
                  name: row.name,
                  photo: row.photo ? addressOf(house, row.photo) : null,
                  head_line: row.headLine,
                  position_or_title: row.positionOrTitle,
                  job_title: row.jobTitle,
                  user_role: row.role as Party["profile"]["user_role"],
                },
                company: {
                  company_name: row.companyName,
                  address_1: row.address1,
                  address_2: row.address2,
                  postcode: row.postcode,
                  city: row.city,
                },
              },
            ],
          ],
    ),
  );
}
