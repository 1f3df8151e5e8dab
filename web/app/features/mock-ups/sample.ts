/**
 * The sample data of the mock-ups (decision 38): fixed, so that every load shows the same. Nothing here comes from the
 * server or is sent to it (row K-05).
 */
export type SampleCall = {
  id: number;
  day: string;
  time: string;
  minutes: number;
  customer: string;
  advisor: string;
  about: string;
  state: "requested" | "accepted";
};

export const sampleMonth = { year: 2026, month: 12 };
export const sampleToday = "2026-12-02";

export const sampleCalls: readonly SampleCall[] = [
  {
    id: 1,
    day: "2026-12-03",
    time: "10:00",
    minutes: 60,
    customer: "Priya Raman",
    advisor: "Harriet Osei",
    about: "Hiring the first finance director",
    state: "accepted",
  },
  {
    id: 2,
    day: "2026-12-08",
    time: "14:00",
    minutes: 30,
    customer: "Maeve Doyle",
    advisor: "Harriet Osei",
    about: "A second production line, or not",
    state: "requested",
  },
  {
    id: 3,
    day: "2026-12-08",
    time: "16:00",
    minutes: 40,
    customer: "Priya Raman",
    advisor: "Harriet Osei",
    about: "Board papers for January",
    state: "requested",
  },
  {
    id: 4,
    day: "2026-12-15",
    time: "09:00",
    minutes: 60,
    customer: "Tom Akehurst",
    advisor: "Harriet Osei",
    about: "Pricing the new contracts",
    state: "accepted",
  },
];

export const sampleCancellations = [
  { day: "2026-11-19", time: "11:00", name: "Tom Akehurst", reason: "The board meeting moved. Sorry, and thank you." },
  { day: "2026-11-26", time: "15:00", name: "Maeve Doyle", reason: "A delivery went wrong and I am on site all day." },
] as const;

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export const sampleAvailability: readonly string[] = ["Monday", "Tuesday", "Thursday"];

/** 00:00 to 23:00 on the hour. */
export const times = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
/** 10 to 60 minutes in steps of 10; 60 unless changed. */
export const durations = [10, 20, 30, 40, 50, 60] as const;
export const usualDuration = 60;
export const messageMissing = "Please enter message";
