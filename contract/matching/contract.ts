import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import {
  CalendarDay,
  chosen,
  chosenSeveral,
  Moment,
  Named,
  Page,
  Pagination,
  required,
  Whole,
  wholeNumber,
} from "../fields.ts";
import { PublicProfile } from "../profiles/contract.ts";
import { maxShown, texts } from "./rules.ts";

/** The search preference as the form edits and sends it. */
export const PreferenceForm = z.object({
  industry_id: chosen(texts.industry),
  company_size_id: chosen(texts.size),
  expertise_area_ids: chosenSeveral(texts.expertise),
});

/** The preference last saved; before the first save, what the profile suggests. */
export const Preference = z.object({
  industry: Named.nullable(),
  company_size: Named.nullable(),
  expertise_areas: z.array(Named),
});

export const updatePreference = endpoint({
  method: "PUT",
  path: "/api/searches/update_preference",
  for: "customer",
  startsNew: false,
  summary: "What I look for in an advisor.",
  body: PreferenceForm,
  output: Preference,
});

export const currentPreference = endpoint({
  method: "GET",
  path: "/api/searches/current_preference",
  for: "customer",
  summary: "What I look for, as last saved.",
  output: Preference,
});

/** Why an advisor is listed: the components of the score and a sentence (decision 33). */
export const Match = z.object({
  score: Whole,
  parts: z.array(z.object({ name: z.string(), points: Whole, of: Whole, text: z.string() })),
  reason: z.string(),
  /** The words of the sentence that match the customer's preference. */
  matched: z.array(z.string()),
});

/** What a customer chooses by, beside the fit: an advisor's verified reviews and how soon they answer. */
export const TrackRecord = z.object({
  /** The average of the verified ratings, with one decimal; null without any. */
  rating: z.number().nullable(),
  reviews: Whole,
  /** The usual minutes to the first answer; null while there are too few conversations to tell. */
  response_minutes: Whole.nullable(),
  /** The beginning of the newest review. */
  latest_review: z
    .object({
      rating: Whole,
      rating_chosen: z.boolean(),
      text: z.string(),
      created_at: Moment,
      customer: z.object({ id: Whole, name: z.string(), company_name: z.string().nullable() }),
    })
    .nullable(),
});
export const MatchedAdvisor = PublicProfile.extend({ match: Match, track_record: TrackRecord });
export type MatchedAdvisor = z.infer<typeof MatchedAdvisor>;

export const matchedAdvisors = endpoint({
  method: "GET",
  path: "/api/searches/get_advisors",
  for: "customer",
  summary: "At most eight advisors, best first, each with the reasons; 409 without a membership.",
  query: z.object({
    /** Our addition, for pages that show fewer. */
    limit: wholeNumber(`must be 1 to ${maxShown}`, { max: maxShown }).default(maxShown),
  }),
  output: z.array(MatchedAdvisor),
});

export const RequestForm = z.object({ message: required(texts.description, 5000) });

export const requestAdvisor = endpoint({
  method: "POST",
  path: "/api/searches/empty_search",
  for: "customer",
  startsNew: true,
  summary: "What I look for in my own words: a person of the team reads it.",
  body: RequestForm,
  output: z.object({ message: z.string() }),
  status: 201,
  limit: 20,
});

const Advice = z.object({ text: z.string(), action: z.string().nullable(), label: z.string().nullable() });

export const myMatches = endpoint({
  method: "GET",
  path: "/api/advisors/matches",
  for: "advisor",
  summary: "How I matched this week, and what would improve it.",
  mayBeStale: true,
  output: z.object({
    /** Whether the advisor can appear in lists at all. */
    listed: z.boolean(),
    week: CalendarDay,
    /** In how many customers' lists the advisor appeared, how often first, and at which position on average. */
    customers: Whole,
    first: Whole,
    average_position: z.number().nullable(),
    customers_last_week: Whole,
    track_record: z.object({ points: Whole, of: Whole, text: z.string() }),
    advice: z.array(Advice),
    /** How many of the optional fields are filled in, and what each of the others would do. */
    profile: z.object({ filled: Whole, of: Whole, missing: z.array(Advice) }),
  }),
});

export const listRequests = endpoint({
  method: "GET",
  path: "/api/back-office/requests",
  for: "staff",
  area: "correspondence",
  summary: "What customers looked for in their own words, newest first (decision 34).",
  query: z.object({ page: Page }),
  mayBeStale: true,
  output: z.object({
    entries: z.array(
      z.object({
        id: Whole,
        message: z.string(),
        created_at: Moment,
        customer: z.object({
          id: Whole,
          name: z.string(),
          email: z.string(),
          company_name: z.string().nullable(),
        }),
      }),
    ),
    pagination: Pagination,
  }),
});
