import { product, strapline } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import classes from "./footer.module.css";
import { NewsletterForm } from "./newsletter-form.tsx";

// Invented addresses: the product has no accounts on these networks.
const networks = [
  { href: "https://linkedin.example/company/plumbline", text: "LinkedIn" },
  { href: "https://x.example/plumbline", text: "X" },
];

/** Under every page (row H-11). */
export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={`wrap ${classes.columns}`}>
        <div>
          <p className={classes.name}>{product}</p>
          <p className={classes.quiet}>{strapline}</p>
          <ul className={classes.networks}>
            {networks.map(({ href, text }) => (
              <li key={href}>
                <a href={href} rel="noreferrer" target="_blank">
                  {text}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <nav aria-label="Company">
          <h2>Company</h2>
          <ul>
            <li>
              <Link to="/about">About</Link>
            </li>
            <li>
              <Link to="/events">Events</Link>
            </li>
            <li>
              <Link to="/faq">FAQ</Link>
            </li>
            <li>
              <Link to="/contact">Contact us</Link>
            </li>
          </ul>
        </nav>
        <nav aria-label="Legal">
          <h2>Legal</h2>
          <ul>
            <li>
              <Link to="/cookie-polices">Cookies Policy</Link>
            </li>
            <li>
              <Link to="/privacy-policy">Privacy Policy</Link>
            </li>
            <li>
              <Link to="/terms-of-service">Terms of Service</Link>
            </li>
          </ul>
        </nav>
        <NewsletterForm />
      </div>
    </footer>
  );
}
