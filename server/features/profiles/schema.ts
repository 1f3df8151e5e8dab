import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { members } from "../../auth/schema.ts";
import { ids } from "../../database/columns.ts";
import { wordsOf } from "../../database/words.ts";

/** The words by which staff find a member: name and company. The index has the same expression. */
export const profileWords = (name: SQL, companyName: SQL): SQL =>
  wordsOf(sql`${name} || ' ' || coalesce(${companyName}, '')`);

/** The columns that hold one entry of the reference data. */
export const columnsOfOne = [
  "jobTitleId",
  "investmentOrRevenueId",
  "annualRevenueId",
  "yearlyBudgetId",
  "classificationTypeId",
  "valueSetId",
  "countryId",
  "cityId",
  "companySizeId",
  "industryId",
] as const;

/** The columns that hold several entries of one list. */
export const columnsOfSeveral = [
  "expertiseAreaIds",
  "industryIds",
  "companySizeIds",
  "businessExperienceIds",
  "seniorityIds",
  "availabilityIds",
  "valueSetIds",
  "investmentAimIds",
  "advisoryServiceIds",
] as const;

/** All entries of the reference data that a profile has, as one array. The index has the same expression. */
export const choicesOf = (
  table: Record<(typeof columnsOfOne)[number] | (typeof columnsOfSeveral)[number], AnyColumn>,
): SQL => {
  const several = columnsOfSeveral.map((name) => sql`${table[name]}`);
  const one = columnsOfOne.map((name) => sql`${table[name]}`);
  return sql`(${sql.join(several, sql` || `)} || array[${sql.join(one, sql`, `)}])`;
};

/** A member's profile and company; the row is made with the application. */
export const profiles = pgTable(
  "profiles",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id),
    /** Incremented by every save, so that two tabs cannot silently overwrite each other. */
    version: integer("version").notNull().default(1),
    name: text("name").notNull(),
    photoId: integer("photo_id"),
    /** The same picture, large enough for a profile page. */
    largePhotoId: integer("large_photo_id"),
    headLine: text("head_line"),
    description: text("description"),
    phoneNumber: text("phone_number"),
    positionOrTitle: text("position_or_title"),
    jobTitleId: integer("job_title_id"),
    investmentOrRevenueId: integer("investment_or_revenue_id"),
    annualRevenueId: integer("annual_revenue_id"),
    yearlyBudgetId: integer("yearly_budget_id"),
    raisingInvestment: boolean("raising_investment"),
    newsletterSubscribed: boolean("newsletter_subscribed").notNull().default(false),
    linkedinProfileUrl: text("linkedin_profile_url"),
    basedInUk: boolean("based_in_uk"),
    classificationTypeId: integer("classification_type_id"),
    advisoryExperience: text("advisory_experience"),
    origin: text("origin"),
    referredAdvisors: text("referred_advisors").array().notNull().default(sql`'{}'`),
    valueSetId: integer("value_set_id"),
    /** Pence per day: the wire calls it fee_per_hour. */
    feePence: integer("fee_pence"),
    investmentOpportunitiesEnabled: boolean("investment_opportunities_enabled").notNull().default(false),
    expertiseAreaIds: ids("expertise_area_ids"),
    industryIds: ids("industry_ids"),
    companySizeIds: ids("company_size_ids"),
    businessExperienceIds: ids("business_experience_ids"),
    seniorityIds: ids("seniority_ids"),
    availabilityIds: ids("availability_ids"),
    valueSetIds: ids("value_set_ids"),
    investmentAimIds: ids("investment_aim_ids"),
    advisoryServiceIds: ids("advisory_service_ids"),
    companyName: text("company_name"),
    countryId: integer("country_id"),
    cityId: integer("city_id"),
    address1: text("address_1"),
    address2: text("address_2"),
    postcode: text("postcode"),
    companySizeId: integer("company_size_id"),
    industryId: integer("industry_id"),
  },
  (table) => [
    // Without a list of pending entries, which one save in thousands would have to wait for.
    // By which members an entry of the reference data is used, when it is merged into another one.
    index("profiles_choices").using("gin", choicesOf(table)).with({ fastupdate: "off" }),
    index("profiles_words")
      .using("gin", profileWords(sql`${table.name}`, sql`${table.companyName}`))
      .with({ fastupdate: "off" }),
  ],
);
