import type { Party } from "@plumbline/contract/profiles/party.ts";
import { type SQL, sql } from "drizzle-orm";
import type { House } from "../../house.ts";
import { addressOf } from "../../platform/file-addresses.ts";
import type { NamedParty } from "../../schema.ts";

/** A party as the database gives it: the photo is a file still, not an address. */
export type RawParty = Omit<Party, "profile"> & {
  profile: Omit<Party["profile"], "photo"> & { photo: { id: number; name: string } | null };
};

/**
 * A member as others see them, as one JSON column of a query that names the member: `partyColumn(sql.raw("t.owner_id"))`.
 * For reads that must not make a second round trip; everything else uses `partiesOf`.
 */
export function partyColumn(memberId: SQL): SQL<RawParty> {
  return sql`(
    select json_build_object(
      'id', m.id,
      'profile', json_build_object(
        'id', m.id, 'name', p.name, 'head_line', p.head_line, 'position_or_title', p.position_or_title, 'user_role', m.role,
        'photo', case when photo.id is not null then json_build_object('id', photo.id, 'name', photo.name) end,
        'job_title', case when job.id is not null then json_build_object('id', job.id, 'name', job.name) end),
      'company', json_build_object(
        'company_name', p.company_name, 'address_1', p.address_1, 'address_2', p.address_2, 'postcode', p.postcode,
        'city', case when city.id is not null then json_build_object('id', city.id, 'name', city.name) end))
    from members m
    join profiles p on p.member_id = m.id
    left join files photo on photo.id = p.photo_id
    left join reference_entries job on job.id = p.job_title_id
    left join reference_entries city on city.id = p.city_id
    where m.id = ${memberId})`;
}

/** Name and company alone, for a document that must not change when they move. */
export function namedPartyColumn(memberId: SQL): SQL<NamedParty> {
  return sql`(
    select jsonb_build_object('name', present.party -> 'profile' -> 'name', 'company', present.party -> 'company')
    from (select ${partyColumn(memberId)}::jsonb as party) present)`;
}

/** Signs the photo's address. */
export function partyFrom(house: Pick<House, "secret" | "clock">, { profile, ...rest }: RawParty): Party {
  return { ...rest, profile: { ...profile, photo: profile.photo && addressOf(house, profile.photo) } };
}
