import { NavLink, useLocation } from "react-router";
import { useSession } from "../session.ts";
import { ButtonLink } from "../ui/button.tsx";
import { sectionOf } from "./back-office-menu.ts";
import { open } from "./commands.ts";
import { Drawer } from "./drawer.tsx";
import { Dropdown } from "./dropdown.tsx";
import classes from "./header.module.css";
import { Logo } from "./logo.tsx";
import { LogoutButton } from "./logout-button.tsx";
import { useMe } from "./me.ts";
import { MemberTools } from "./member-tools.tsx";
import { accountLinksFor, type Group, homeLink, linksFor } from "./menu.ts";
import { NavigationProgress } from "./navigation-progress.tsx";

/** The visitor's, the member's or the staff's header, by the current session. */
export function Header() {
  const session = useSession();
  const me = useMe(session);
  const groups = linksFor(session, me.access);
  return (
    <header className={`${classes.header} screen-only`} data-for={session ? "member" : "visitor"}>
      <NavigationProgress />
      <div className={`wrap ${classes.bar}`}>
        <Drawer>
          <DrawerLinks groups={groups} />
          {session ? (
            <>
              <button
                type="button"
                className={classes.drawerSearch}
                onClick={({ currentTarget }) => {
                  currentTarget.closest("dialog")?.close();
                  open("palette");
                }}
              >
                Search
              </button>
              <ul className={classes.drawerLinks}>
                {accountLinksFor(session).map(({ to, text }) => (
                  <li key={to}>
                    <NavLink to={to}>{text}</NavLink>
                  </li>
                ))}
              </ul>
              <LogoutButton />
            </>
          ) : (
            <Invitation />
          )}
        </Drawer>
        <Logo to={homeLink(session)} />
        <nav className={classes.nav} aria-label="Main">
          {groups.map((group) =>
            group.items ? (
              <Dropdown key={group.text} label={group.text}>
                {group.items.map(({ to, text }) => (
                  <NavLink key={to} to={to} end>
                    {text}
                  </NavLink>
                ))}
              </Dropdown>
            ) : (
              <HeaderLink key={group.to} {...group} />
            ),
          )}
        </nav>
        {session ? <MemberTools session={session} /> : <Invitation />}
      </div>
    </header>
  );
}

/** Marked on the pages below its address; a link of the back office on all pages of its section. */
function HeaderLink({ to, text }: Group) {
  const { pathname } = useLocation();
  const inSection = sectionOf(pathname)?.text === text;
  return (
    <NavLink to={to} end={to === "/" || to === "/back-office"} className={inSection ? "active" : undefined}>
      {text}
    </NavLink>
  );
}

function Invitation() {
  return (
    <div className={classes.invitation}>
      <ButtonLink variant="quiet" to="/sign-in">
        Login
      </ButtonLink>
      <ButtonLink to="/apply">Apply</ButtonLink>
    </div>
  );
}

function DrawerLinks({ groups }: { groups: readonly Group[] }) {
  return (
    <ul className={classes.drawerLinks}>
      {groups.map((group) => (
        <li key={group.text}>
          {group.items ? (
            <>
              <span className="eyebrow">{group.text}</span>
              <ul>
                {group.items.map(({ to, text }) => (
                  <li key={to}>
                    <NavLink to={to} end>
                      {text}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <HeaderLink {...group} />
          )}
        </li>
      ))}
    </ul>
  );
}
