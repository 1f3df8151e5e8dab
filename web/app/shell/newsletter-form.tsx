import classes from "./footer.module.css";

/**
 * A plain form, because it is on every page: posted by the browser itself, or sent in place by the public script. A
 * failure is ignored, as specified (row F-03); the input stays.
 */
export function NewsletterForm() {
  return (
    <form
      className={classes.letter}
      method="post"
      action="/newsletter"
      data-form="footerNewsletter"
      aria-labelledby="letter"
    >
      <h2 id="letter">One useful letter a month</h2>
      <label htmlFor="letter-name">Your name</label>
      <input id="letter-name" name="name" autoComplete="name" required maxLength={200} />
      <label htmlFor="letter-email">Your e-mail</label>
      <input id="letter-email" name="email" type="email" autoComplete="email" required maxLength={254} />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="letter-website">Leave this empty</label>
        <input id="letter-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" data-busy="Subscribing…">
        Subscribe
      </button>
      <p role="status" data-status className={classes.quiet} />
    </form>
  );
}
