import { formatLong } from "@plumbline/contract/dates.ts";
import classes from "./mock-ups.module.css";
import { sampleMonth, sampleToday } from "./sample.ts";

const title = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The sample month. `marks` has texts by day; days before the sample's today cannot be chosen. */
export function Month({
  chosen,
  onChoose,
  marks = {},
  label,
}: {
  chosen: string;
  onChoose: (day: string) => void;
  marks?: Record<string, number>;
  label: string;
}) {
  const { year, month } = sampleMonth;
  const first = new Date(Date.UTC(year, month - 1, 1));
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const days = Array.from({ length }, (_, at) =>
    new Date(Date.UTC(year, month - 1, at + 1)).toISOString().slice(0, 10),
  );
  return (
    <section aria-label={label} className={classes.month}>
      <h2>{title.format(first)}</h2>
      <div className={classes.names} aria-hidden="true">
        {shortDays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <div className={classes.days}>
        {days.map((day, at) => {
          const on = marks[day] ?? 0;
          const calls = on === 1 ? ", 1 call" : on > 1 ? `, ${on} calls` : "";
          return (
            <button
              key={day}
              type="button"
              style={at === 0 ? { gridColumnStart: ((first.getUTCDay() + 6) % 7) + 1 } : undefined}
              aria-label={`${formatLong(day)}${calls}`}
              aria-pressed={day === chosen}
              disabled={day < sampleToday}
              onClick={() => onChoose(day)}
            >
              {at + 1}
              {on > 0 && <span className={classes.mark} aria-hidden="true" />}
            </button>
          );
        })}
      </div>
    </section>
  );
}
