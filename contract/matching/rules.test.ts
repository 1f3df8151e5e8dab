import { expect, test } from "vitest";
import {
  answerTimeText,
  improvements,
  missingExtras,
  profileStrength,
  reasonOf,
  recordText,
  shownParts,
} from "./explanations.ts";
import {
  type Candidate,
  neighbours,
  pointsOf,
  qualityOf,
  type RecordFacts,
  recordWeights,
  type SearchCriteria,
  scoreOf,
  shownResponseMinutes,
  smoothedRating,
  sortedMatches,
  weights,
} from "./rules.ts";

const names = new Map([
  [1, "Fundraising"],
  [2, "Finance"],
  [3, "Data and AI"],
  [10, "Consumer goods"],
  [11, "Gaming"],
  [20, "1–10 people"],
  [21, "11–50 people"],
  [22, "51–100 people"],
]);
const wanted: SearchCriteria = { expertiseAreaIds: [1, 2], industryId: 10, companySizeId: 21, nextSizeIds: [20, 22] };
const nobody: RecordFacts = {
  ratings: 0,
  ratingSum: 0,
  completed: 0,
  responseMinutes: null,
  conversations: 0,
  completeness: 0,
};
const advisor = (over: Partial<Candidate> = {}): Candidate => ({
  id: 1,
  expertiseAreaIds: [1, 2],
  industryIds: [10],
  companySizeIds: [21],
  quality: 12,
  ...over,
});

test("S-06 the weights add up to 100, and those of the track record to 15", () => {
  expect(Object.values(weights).reduce((sum, { of }) => sum + of, 0)).toBe(100);
  expect(Object.values(recordWeights).reduce((sum, { of }) => sum + of, 0)).toBe(weights.record.of);
});

test.each([
  ["everything", advisor(), [45, 25, 15, 12]],
  ["one area of two", advisor({ expertiseAreaIds: [2, 3] }), [23, 25, 15, 12]],
  ["another industry", advisor({ industryIds: [11] }), [45, 0, 15, 12]],
  ["the next size", advisor({ companySizeIds: [22] }), [45, 25, 10, 12]],
  ["other sizes", advisor({ companySizeIds: [] }), [45, 25, 0, 12]],
])("S-06 %s gives its points", (_, candidate, expected) => {
  const points = pointsOf(wanted, candidate);
  expect(Object.values(points ?? {})).toEqual(expected);
});

test("S-06 without a shared area of expertise there is no match", () => {
  expect(pointsOf(wanted, advisor({ expertiseAreaIds: [3], quality: 15 }))).toBeNull();
});

test("S-06 the sizes next to one are those below and above it, and the first has one", () => {
  expect(neighbours([20, 21, 22], 21)).toEqual([20, 22]);
  expect(neighbours([20, 21, 22], 20)).toEqual([21]);
  expect(neighbours([20, 21, 22], 99)).toEqual([]);
});

test("S-06 one review of 5 does not beat twenty of 4.8, and no reviews give a middle rating", () => {
  expect(smoothedRating({ ratings: 1, ratingSum: 5 })).toBeLessThan(smoothedRating({ ratings: 20, ratingSum: 96 }));
  expect(smoothedRating(nobody)).toBe(3.5);
});

test("S-06 a track record grows with reviews, engagements, answers and profile, and never beyond its points", () => {
  const steps: RecordFacts[] = [
    nobody,
    { ...nobody, completeness: 1 },
    { ...nobody, completeness: 1, responseMinutes: 30 },
    { ...nobody, completeness: 1, responseMinutes: 30, completed: 4 },
    { ...nobody, ratings: 100, ratingSum: 500, completed: 50, responseMinutes: 30, completeness: 1 },
  ];
  const qualities = steps.map(qualityOf);
  expect(qualities).toEqual(qualities.toSorted((one, other) => one - other));
  expect([qualities[0], qualities.at(-1)]).toEqual([5, 15]);
  expect(qualityOf({ ...nobody, ratings: 100, ratingSum: 100, responseMinutes: 99_999 })).toBe(0);
});

test("S-05 the shown parts add up to the score and say in words why (decision 33)", () => {
  const candidate = advisor({ expertiseAreaIds: [2], companySizeIds: [22] });
  const points = pointsOf(wanted, candidate);
  if (!points) throw new Error("no match");
  const shown = shownParts(
    wanted,
    candidate,
    points,
    { ratings: 5, ratingSum: 24, completed: 1, responseMinutes: 100, conversations: 3, completeness: 1 },
    names,
  );
  expect(shown.reduce((sum, part) => sum + part.points, 0)).toBe(scoreOf(points));
  expect(shown.map(({ name, points, of, text }) => [name, points, of, text])).toEqual([
    ["Expertise", 23, 45, "Covers 1 of the 2 areas: finance"],
    ["Industry", 25, 25, "Knows consumer goods"],
    ["Your size", 10, 15, "Works with companies one size up or down"],
    ["Track record", 12, 15, "4.8 from 5 verified reviews, 1 engagement completed, answers within 2 hours"],
  ]);
  expect(recordText(nobody)).toBe("New here: no track record yet");
});

test.each([
  [advisor(), "Has done fundraising and finance in consumer goods at 11–50 people."],
  [advisor({ companySizeIds: [20] }), "Has done fundraising and finance in consumer goods, mostly next to your size."],
  [
    advisor({ companySizeIds: [] }),
    "Covers fundraising and finance and knows consumer goods from companies of another size.",
  ],
  [advisor({ industryIds: [] }), "Covers fundraising and finance at 11–50 people, from other industries."],
  [
    advisor({ industryIds: [], companySizeIds: [], expertiseAreaIds: [2] }),
    "Covers finance in companies of another size, from other industries.",
  ],
])("S-05 every card has a sentence, and its words were asked for (%#)", (candidate, sentence) => {
  const { text, matched } = reasonOf(wanted, candidate, names);
  expect(text).toBe(sentence);
  for (const word of matched) expect(text).toContain(word);
});

test("H-17 an advisor gets advice on what would raise their position, the largest gain first", () => {
  const lost = { expertise: 22, industry: 0, size: 0, record: 5 };
  const advice = improvements(
    { ...nobody, completed: 2, responseMinutes: 5000 },
    {
      customers: 3,
      first: 0,
      averagePosition: 5,
      lost,
    },
  );
  expect(advice.map(({ action }) => action)).toEqual([
    "/edit-profile/advisor?section=key-information",
    "/engagements",
    "/messages/advisor",
  ]);
  expect(advice[0]?.text).toContain("areas your profile does not name");
  expect(improvements({ ...nobody, completed: 2, ratings: 2, responseMinutes: 10 }, null)).toEqual([]);
});

test("S-10 the usual time to answer is shown from three conversations on, rounded up, and not in days when it is short", () => {
  const shown = (conversations: number) => shownResponseMinutes({ ...nobody, responseMinutes: 100, conversations });
  expect([shown(2), shown(3)]).toEqual([null, 100]);
  expect(recordText({ ...nobody, responseMinutes: 100, conversations: 2 })).toBe("New here: no track record yet");
  expect([null, 1, 60, 61, 179, 181, 700, 1440, 1441, 4320, 4321].map(answerTimeText)).toEqual([
    null,
    "Usually answers within an hour",
    "Usually answers within an hour",
    "Usually answers within 2 hours",
    "Usually answers within 3 hours",
    "Usually answers within 4 hours",
    "Usually answers within 12 hours",
    "Usually answers within a day",
    "Usually answers within two days",
    "Usually answers within three days",
    null,
  ]);
});

test("S-10 matches are sorted by fee and by rating, those without last, and ties stay in the order of fit", () => {
  const match = (id: number, fee_per_hour: number | null, rating: number | null, reviews: number) => ({
    id,
    profile: { fee_per_hour },
    track_record: { rating, reviews },
  });
  const byFit = [match(1, null, null, 0), match(2, 900, 4.8, 2), match(3, 650, null, 0), match(4, 900, 4.8, 9)];
  const ids = (by: Parameters<typeof sortedMatches>[1]) => sortedMatches(byFit, by).map(({ id }) => id);
  expect([ids("fit"), ids("fee"), ids("rating")]).toEqual([
    [1, 2, 3, 4],
    [3, 2, 4, 1],
    [4, 2, 1, 3],
  ]);
});

test("H-17 an advisor's profile says what it lacks, what that would do, and in which section it is", () => {
  const whole = {
    photo: true,
    linkedinProfileUrl: "https://a.example",
    feePence: 0,
    phoneNumber: "1",
    description: "x".repeat(200),
  };
  expect(profileStrength(missingExtras(whole))).toEqual({ filled: 5, of: 5, missing: [] });
  const { filled, missing } = profileStrength(missingExtras({ ...whole, photo: false, feePence: null }));
  expect([filled, missing.map(({ label, action }) => [label, action])]).toEqual([
    3,
    [
      ["Add a photo", "/edit-profile/advisor?section=profile"],
      ["Add your fee", "/edit-profile/advisor?section=key-information"],
    ],
  ]);
});
