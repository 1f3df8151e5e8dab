const london = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/London", dateStyle: "short", timeStyle: "medium" });

/** The UTC form of a time on the site's clock (Europe/London), both without a zone as WordPress writes them. */
export function gmtOf(local: string): string {
  const asIfUtc = new Date(`${local}Z`);
  const ahead = new Date(`${london.format(asIfUtc).replace(" ", "T")}Z`).getTime() - asIfUtc.getTime();
  return new Date(asIfUtc.getTime() - ahead).toISOString().slice(0, 19);
}

/** A moment on the site's clock, as WordPress writes it. */
export const localOf = (moment: Date): string => london.format(moment).replace(" ", "T");

const months = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** A day as an editor's date field shows it: 21st July 2026. Takes YYYY-MM-DD. */
export function dayInWords(day: string): string {
  const number = Number(day.slice(8, 10));
  const teens = number > 10 && number < 14;
  const suffix = teens ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${suffix} ${months.format(new Date(`${day}T00:00:00Z`))}`;
}
