import { product, strapline } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { useSession } from "../session.ts";
import { AppearanceChoice } from "./appearance-choice.tsx";
import classes from "./footer.module.css";
import { NewsletterForm } from "./newsletter-form.tsx";

// Invented addresses: the product has no accounts on these networks.
const networks = [
  { href: "https://linkedin.example/company/plumbline", text: "LinkedIn" },
  { href: "https://x.example/plumbline", text: "X" },
];

const companyLinks = [
  { to: "/about", text: "About" },
  { to: "/events", text: "Events" },
  { to: "/faq", text: "FAQ" },
  { to: "/contact", text: "Contact us" },
];
const legalLinks = [
  { to: "/cookie-polices", text: "Cookies Policy" },
  { to: "/privacy-policy", text: "Privacy Policy" },
  { to: "/terms-of-service", text: "Terms of Service" },
];

/** Under every page (row H-11). For members it is one line, without the newsletter (row H-13). */
export function Footer() {
  const session = useSession();
  return (
    <footer className={`${classes.footer} screen-only`}>
      {!session && <VisitorColumns />}
      <div className={`wrap ${classes.line}`}>
        <p>© {product}</p>
        {session && (
          <nav aria-label="Help and legal">
            <ul>
              {[...companyLinks.slice(2), ...legalLinks].map(({ to, text }) => (
                <li key={to}>
                  <Link to={to}>{text}</Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <AppearanceChoice />
      </div>
    </footer>
  );
}

function VisitorColumns() {
  return (
    <div className={`wrap ${classes.columns} ${classes.forVisitors}`}>
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
      <FooterLinks title="Company" links={companyLinks} />
      <FooterLinks title="Legal" links={legalLinks} />
      <NewsletterForm />
    </div>
  );
}

function FooterLinks({ title, links }: { title: string; links: readonly { to: string; text: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
