import { Button, ButtonLink } from "../../ui/button.tsx";
import classes from "./event.module.css";
import type { eventInFull } from "./posts.ts";

type Facts = Pick<
  ReturnType<typeof eventInFull>,
  "slug" | "date" | "day" | "time" | "address" | "booking" | "over" | "blocked"
>;

/**
 * When, where, and the booking button. `locked` is a visitor at a members' event: the button is shown without a link.
 */
export function EventFacts({ slug, date, day, time, address, booking, over, locked }: Facts & { locked: boolean }) {
  return (
    <section className={classes.facts} aria-label="When and where">
      <dl>
        <div>
          <dt>Date</dt>
          <dd>{date || "To be announced"}</dd>
        </div>
        {time && (
          <div>
            <dt>Time</dt>
            <dd>{time}</dd>
          </div>
        )}
        {address && (
          <div>
            <dt>Address</dt>
            <dd>{address}</dd>
          </div>
        )}
      </dl>
      <div className={classes.ways}>
        {locked || !booking.link ? (
          <Button disabled>{booking.text}</Button>
        ) : (
          <ButtonLink variant={over ? "line" : "primary"} to={booking.link}>
            {booking.text}
          </ButtonLink>
        )}
        {day && !over && (
          <ButtonLink variant="quiet" to={`/events/${slug}/calendar.ics`} reloadDocument>
            Add to calendar
          </ButtonLink>
        )}
        {locked && (
          <p className="small">
            This event is for members. <a href="/sign-in">Login</a> to book, or <a href="/apply">apply to join</a>.
          </p>
        )}
        {over && <p className="small">This one has taken place. Ask us, and we will tell you when it runs again.</p>}
      </div>
    </section>
  );
}
