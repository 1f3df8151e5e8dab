import { NavLink } from "react-router";
import { useSession } from "../session.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Drawer } from "./drawer.tsx";
import { Dropdown } from "./dropdown.tsx";
import classes from "./header.module.css";
import { Logo } from "./logo.tsx";
import { LogoutButton } from "./logout-button.tsx";
import { MemberTools } from "./member-tools.tsx";
import { accountLinks, type Group, homeLink, links } from "./menu.ts";

/** The visitor's, the member's or the staff's header, by the current session. */
export function Header() {
  const session = useSession();
  const groups = links[session?.role ?? "visitor"];
  return (
    <header className={`${classes.header} screen-only`} data-for={session ? "member" : "visitor"}>
      <div className={`wrap ${classes.bar}`}>
        <Drawer>
          <DrawerLinks groups={groups} />
          {session ? (
            <>
              <ul className={classes.drawerLinks}>
                {accountLinks[session.role].map(({ to, text }) => (
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
              <NavLink key={group.to} to={group.to} end={group.to === "/" || group.to === "/back-office"}>
                {group.text}
              </NavLink>
            ),
          )}
        </nav>
        {session ? <MemberTools session={session} /> : <Invitation />}
      </div>
    </header>
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
            <NavLink to={group.to} end={group.to === "/" || group.to === "/back-office"}>
              {group.text}
            </NavLink>
          )}
        </li>
      ))}
    </ul>
  );
}
