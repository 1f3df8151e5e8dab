// A model of accounts, written by hand from decisions 1, 3, 8, 52 and 53. The random walks compare the product with it,
// so it must not use the product's own rules.

export type Purpose = "verify" | "create" | "reset" | "address";
/** `token` is the one in the e-mail; `unknownToken` until the e-mail has arrived. */
export type Link = { purpose: Purpose; token: string; ended: boolean; until: number; to?: string };
export type Session = { token: string; until: number };

export type Model = {
  now: number;
  email: string;
  verified: boolean;
  decision: "approved" | "rejected" | null;
  password: string | null;
  sessions: readonly Session[];
  /** Oldest first. */
  links: readonly Link[];
  /** Events whose e-mails have not been sent yet. */
  pendingEvents: readonly EmailEvent[];
  /** Subjects of all e-mails sent so far. */
  emails: readonly string[];
};
type EmailEvent =
  | "fresh"
  | "already"
  | "approved unverified"
  | "welcome"
  | "rejected"
  | "reset"
  | "changed"
  | "moved"
  | `address ${string}`;

export type Command =
  | { kind: "apply" | "ask by address" | "approve" | "reject" | "forget password" }
  | { kind: "verify" | "ask by link" | "confirm address"; link: Link }
  | { kind: "set password"; link: Link; password: string }
  | { kind: "sign in"; password: string }
  | { kind: "sign out"; session: Session }
  | { kind: "sign out everywhere"; session: Session; current: string }
  | { kind: "change password"; session: Session; current: string; password: string }
  | { kind: "change address"; session: Session; current: string; to: string; taken: boolean };

/** Stands for the token of a session or link until the response or e-mail that contains it has been read. */
export const unknownToken = "";
const hour = 3_600_000;
const validFor = { verify: 7 * 24 * hour, create: Number.POSITIVE_INFINITY, reset: hour, address: 24 * hour } as const;
export const weakPassword = "password1";

/** The state of an account. */
export function stateOf({ decision, verified, password }: Model): string {
  if (decision === "rejected") return "rejected";
  if (!verified) return "pending_verification";
  if (decision === null) return "pending_review";
  return password === null ? "approved" : "active";
}

export const isAlive = (model: Model, session: Session): boolean =>
  model.now < session.until && model.sessions.some(({ token }) => token === session.token);

const endLinks = (model: Model, gone: (link: Link) => boolean): readonly Link[] =>
  model.links.map((link) => (gone(link) ? { ...link, ended: true } : link));
const withEvents = (model: Model, ...events: readonly EmailEvent[]): Model => ({
  ...model,
  pendingEvents: [...model.pendingEvents, ...events],
});

/** The expected status of a command, and the model after it but before the e-mails about it. */
export function expectedOutcome(model: Model, command: Command): { status: number; after: Model } {
  const state = stateOf(model);
  const refused = (status: number) => ({ status, after: model });
  const done = (after: Model, status = 200) => ({ status, after });
  const session = (password: string): Model => ({
    ...model,
    password,
    sessions: [...model.sessions, { token: unknownToken, until: model.now + 14 * 24 * hour }],
  });
  switch (command.kind) {
    case "apply":
      return done(withEvents(model, state === "pending_verification" ? "fresh" : "already"), 201);
    case "ask by address":
      return done(state === "pending_verification" ? withEvents(model, "fresh") : model);
    case "ask by link":
      if (command.link.purpose !== "verify") return refused(422);
      return state === "pending_verification" ? done(withEvents(model, "fresh")) : refused(409);
    case "verify": {
      const { purpose, until, ended } = current(model, command.link);
      if (purpose !== "verify" || ended) return refused(422);
      if (until <= model.now)
        return { status: 422, after: state === "pending_verification" ? withEvents(model, "fresh") : model };
      const verified = {
        ...model,
        verified: true,
        links: endLinks(model, ({ token }) => token === command.link.token),
      };
      return done(stateOf(verified) === "approved" ? withEvents(verified, "welcome") : verified);
    }
    case "approve":
    case "reject": {
      if (model.decision) return refused(409);
      if (command.kind === "reject") return done(withEvents({ ...model, decision: "rejected" }, "rejected"));
      return done(withEvents({ ...model, decision: "approved" }, model.verified ? "welcome" : "approved unverified"));
    }
    case "set password": {
      const { purpose, until, ended } = current(model, command.link);
      if (purpose === "verify" || purpose === "address" || !["approved", "active"].includes(state)) return refused(422);
      if (ended || until <= model.now || command.password === weakPassword) return refused(422);
      const opened = session(command.password);
      return done({ ...opened, sessions: opened.sessions.slice(-1), links: endLinks(model, () => true) });
    }
    case "forget password":
      return done(["approved", "active"].includes(state) ? withEvents(model, "reset") : model);
    case "sign in":
      return state === "active" && command.password === model.password ? done(session(command.password)) : refused(401);
    case "sign out": {
      const others = model.sessions.filter(({ token }) => token !== command.session.token);
      return done({ ...model, sessions: others }, 204);
    }
    case "sign out everywhere":
      if (!isAlive(model, command.session)) return refused(401);
      return command.current === model.password ? done({ ...model, sessions: [] }, 204) : refused(422);
    case "change password": {
      if (!isAlive(model, command.session)) return refused(401);
      if (command.current !== model.password || command.password === weakPassword) return refused(422);
      const sessions = model.sessions.filter(({ token }) => token === command.session.token);
      const changed = { ...model, password: command.password, sessions, links: endLinks(model, () => true) };
      return done(withEvents(changed, "changed"));
    }
    case "change address": {
      if (!isAlive(model, command.session)) return refused(401);
      if (command.to === model.email) return done(model);
      if (command.current !== model.password) return refused(422);
      return done(withEvents(model, `address ${command.taken ? "taken" : command.to}`));
    }
    case "confirm address": {
      const { purpose, until, ended, to = "" } = current(model, command.link);
      if (purpose !== "address" || ended || until <= model.now) return refused(422);
      return done(withEvents({ ...model, email: to, links: endLinks(model, () => true) }, "moved"));
    }
  }
}

const current = (model: Model, link: Link): Link => model.links.find(({ token }) => token === link.token) ?? link;

/** The model after the e-mails about all pending events; a new link ends the older ones of its purpose. */
export function withEmailsSent(model: Model): Model {
  let after: Model = { ...model, pendingEvents: [] };
  const write = (subject: string, purpose?: Purpose, to?: string) => {
    after = { ...after, emails: [...after.emails, subject] };
    if (!purpose) return;
    const link: Link = {
      purpose,
      token: unknownToken,
      ended: false,
      until: model.now + validFor[purpose],
      ...(to && { to }),
    };
    after = { ...after, links: [...endLinks(after, (older) => older.purpose === purpose), link] };
  };
  const waits = stateOf(model) === "pending_verification";
  for (const each of model.pendingEvents) {
    if (each === "fresh" && waits) write(subjects.fresh, "verify");
    else if (each === "already") write(subjects.already);
    else if (each === "approved unverified" && waits) write(subjects.approvedUnverified, "verify");
    else if (each === "welcome") write(subjects.welcome, "create");
    else if (each === "rejected") write(subjects.rejected);
    else if (each === "reset") write(subjects.reset, "reset");
    else if (each === "changed") write(subjects.changed);
    else if (each === "moved") for (const subject of subjects.moved) write(subject);
    else if (each.startsWith("address ")) {
      const to = each.slice("address ".length);
      if (to === "taken") write(subjects.already);
      else write(subjects.newAddress, "address", to);
      write(subjects.addressAsked);
    }
  }
  return after;
}

export const subjects = {
  first: "Please verify your e-mail",
  fresh: "A fresh link to verify your e-mail",
  already: "You already have an account with Plumbline",
  approvedUnverified: "Your application to Plumbline is approved: please verify your e-mail",
  welcome: "Welcome to Plumbline: create your password",
  rejected: "Your application to Plumbline",
  reset: "Reset your password",
  changed: "Your password has been changed",
  newAddress: "Please confirm your new e-mail address",
  addressAsked: "Somebody asked to change your e-mail address",
  moved: ["Your e-mail address has been changed", "This is now the e-mail of your Plumbline account"],
} as const;
/** The e-mails that contain a link, with its purpose. */
export const linkPurposes: Partial<Record<string, Purpose>> = {
  [subjects.first]: "verify",
  [subjects.fresh]: "verify",
  [subjects.approvedUnverified]: "verify",
  [subjects.welcome]: "create",
  [subjects.reset]: "reset",
  [subjects.newAddress]: "address",
};
