import type { Role } from "@plumbline/contract/product.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import { type SQL, sql } from "drizzle-orm";
import { roleColumn } from "../../auth/member-join.ts";
import type { AppContext } from "../../context.ts";
import { fileColumn } from "../../files/file-column.ts";
import type { NamedParty } from "../invoices/schema.ts";
import { entryColumn } from "../reference/entry-column.ts";

/** A party as read from the database, with the photo as a file instead of an address. */
export type RawParty = Omit<Party, "profile"> & {
  profile: Omit<Party["profile"], "photo"> & { photo: { id: number; name: string } | null };
};

/**
 * A member as others see them, as one JSON column of a query that names the member:
 * `partyColumn(sql.raw("t.owner_id"))`. The only way to load a party; `partiesOf` reads several by id. With
 * `role`, where the query knows it, a look-up is saved.
 */
export function partyColumn(memberId: SQL, role?: Role): SQL<RawParty> {
  const [id, photo] = [sql.raw("p.member_id"), sql.raw("p.photo_id")];
  const job = sql.raw("p.job_title_id");
  return sql`(
    select json_build_object(
      'id', p.member_id,
      'profile', json_build_object(
        'id', p.member_id, 'name', p.name, 'head_line', p.head_line, 'position_or_title', p.position_or_title,
        'user_role', ${role ? sql.raw(`'${role}'`) : roleColumn(id)}, 'photo', ${fileColumn(photo)}, 'job_title', ${entryColumn(job)}),
      'company', ${companyOfProfile()})
    from profiles p where p.member_id = ${memberId})`;
}

/** Name and company alone, for a document that must not change with the profile. */
export function namedPartyColumn(memberId: SQL): SQL<NamedParty> {
  return sql`(
    select jsonb_build_object('name', p.name, 'company', ${companyOfProfile()}) from profiles p where p.member_id = ${memberId})`;
}

/** The company of the profile `p`. */
function companyOfProfile(): SQL {
  return sql`json_build_object(
    'company_name', p.company_name, 'address_1', p.address_1, 'address_2', p.address_2, 'postcode', p.postcode,
    'city', ${entryColumn(sql.raw("p.city_id"))})`;
}

/** Replaces the photo by its signed address. */
export function partyFrom(context: Pick<AppContext, "fileAddresses">, { profile, ...rest }: RawParty): Party {
  return { ...rest, profile: { ...profile, photo: profile.photo && context.fileAddresses(profile.photo) } };
}
