import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

const page = (feature: string, name: string) => `features/${feature}/${name}-page.tsx`;

/** Every address of the specification and its page, by who may see it (decision 11). */
export default [
  // For machines: these are not rendered.
  route("sitemap.xml", "features/content/sitemap.ts"),
  route("robots.txt", "features/content/robots.ts"),
  route("insights.rss", "features/content/insights-feed.ts"),
  route("events/:slug/calendar.ics", "features/content/event-calendar.ts"),

  // Everybody, rendered by the server, HTML and CSS: no form kit, and a small script.
  layout("layouts/public-layout.tsx", [
    index(page("home", "visitor-home")),
    route("home", page("home", "visitor-home"), { id: "home" }),
    route("apply", page("accounts", "apply-chooser")),
    route("apply-business-member", page("accounts", "apply-business-member")),
    route("apply-advisor", page("accounts", "apply-advisor")),
    route("sign-in", page("accounts", "login-chooser")),
    route("sign-in/:role", page("accounts", "sign-in")),
    route("how-we-help", page("content", "how-we-help")),
    route("how-it-works", page("content", "how-it-works")),
    route("about", page("content", "about")),
    route("faq", page("content", "faq")),
    route("terms-and-conditions", page("content", "legal"), { id: "terms-and-conditions" }),
    route("terms-of-service", page("content", "legal"), { id: "terms-of-service" }),
    route("privacy-policy", page("content", "legal"), { id: "privacy-policy" }),
    // The specification's spelling (decision 37), which redirects to the correct one.
    route("cookie-polices", page("content", "legal"), { id: "cookie-polices" }),
    route("cookie-policies", "features/content/cookie-policies.ts"),
    route("insights", page("content", "insights")),
    route("insights/:slug", page("content", "insight")),
    route("events", page("content", "events")),
    route("events/:slug", page("content", "event")),
    route("videos", page("content", "videos")),
    route("videos/:slug", page("content", "video")),
    route("videos-article", page("content", "video"), { id: "videos-article" }),
    route("contact", page("content", "contact")),
    // The target of the footer's form without scripts.
    route("newsletter", page("content", "newsletter")),
    route("transparency", page("reports", "transparency")),
    // For browsers without a network, which the service worker sends here.
    route("offline", "shell/offline-page.tsx"),
    route("*", "shell/not-found-page.tsx"),
  ]),

  // Forms and members' pages: the form kit's provider and styles are loaded here and nowhere else.
  layout("layouts/app-layout.tsx", [
    layout("layouts/open-layout.tsx", [
      route("approval/:role", page("accounts", "approval")),
      route("confirm-email", page("accounts", "confirm-email")),
      route("application/:token", page("accounts", "application-status")),
      route("reference/:token", page("accounts", "reference")),
      route("unsubscribe/:token", page("notifications", "unsubscribe")),
      // Mock-ups with sample data (decision 38).
      route("customer/booking", page("mock-ups", "customer-booking")),
      route("customer/calendar", page("mock-ups", "customer-calendar")),
      route("advisor/calendar", page("mock-ups", "advisor-calendar")),
    ]),

    layout("layouts/visitors-layout.tsx", [
      route("create-password", page("accounts", "create-password")),
      route("reset-password/:role", page("accounts", "reset-password")),
    ]),

    layout("layouts/members-layout.tsx", [
      route("messages/:user", page("messages", "messages")),
      route("engagements", page("engagements", "engagements")),
      route("projects", page("engagements", "engagements"), { id: "projects" }),
      route("project/:projectId", page("engagements", "project")),
      route("reviews", page("reviews", "reviews")),
      route("project-reviews", page("reviews", "reviews"), { id: "project-reviews" }),
      route("invoices", page("invoices", "invoices")),
      route("invoices/:invoiceId", page("invoices", "invoice")),
      route("status/:role", page("accounts", "status")),
      route("notifications", page("notifications", "notifications")),
      route("announcements/:id", page("announcements", "announced")),
      route("notifications/preferences", page("notifications", "preferences")),
      route("appeal", page("sanctions", "appeal")),
      route("reports", page("reports", "own-reports")),
      route("profile-details/:userId", page("profiles", "profile-details")),

      layout("layouts/customers-layout.tsx", [
        route("customer-home", page("home", "customer-home")),
        route("create-profile/customer", page("membership", "customer-create-profile")),
        route("profile/customer", page("profiles", "customer-profile")),
        route("edit-profile/customer", page("profiles", "customer-profile"), { id: "edit-profile-customer" }),
        route("membership", page("membership", "membership")),
        route("billing", page("membership", "billing")),
        route("spending", page("spending", "spending")),
        route("search-advisor", page("matching", "search-advisor")),
        route("advisor-list", page("matching", "advisor-list")),
      ]),

      layout("layouts/advisors-layout.tsx", [
        route("advisor-home", page("home", "advisor-home")),
        route("earnings", page("earnings", "earnings")),
        route("earnings/statements", page("earnings", "statements")),
        route("payouts", page("payouts", "payouts")),
        route("create-profile/advisor", page("profiles", "advisor-create-profile")),
        route("profile/advisor", page("profiles", "advisor-profile")),
        route("edit-profile/advisor", page("profiles", "advisor-edit-profile")),
        route("create-project", page("engagements", "create-project")),
        route("edit-project/:projectId", page("engagements", "edit-project")),
        route("create-invoice", page("invoices", "create-invoice")),
      ]),
    ]),

    layout("layouts/staff-layout.tsx", [
      route("back-office", page("back-office", "desk")),
      route("back-office/applications", page("back-office", "applications")),
      route("back-office/applications/:id", page("back-office", "application")),
      route("back-office/members", page("back-office", "members")),
      route("back-office/members/:id", page("back-office", "member")),
      route("back-office/account", page("back-office", "account")),
      route("back-office/team", page("back-office", "team")),
      route("back-office/audit", page("audit", "audit")),
      route("back-office/correspondence", page("back-office", "correspondence")),
      route("back-office/correspondence/:id", page("back-office", "thread")),
      route("back-office/mails", page("back-office", "mails")),
      route("back-office/health", page("back-office", "health")),
      route("back-office/deliveries", page("back-office", "deliveries")),
      route("back-office/webhooks", page("back-office", "webhooks")),
      route("back-office/import", page("back-office", "import")),
      route("back-office/figures", page("back-office", "figures")),
      route("back-office/ledger", page("back-office", "ledger")),
      route("back-office/settings/offers", page("back-office", "offers")),
      route("back-office/settings/money", page("back-office", "money-settings")),
      route("back-office/reconciliation", page("back-office", "reconciliation")),
      route("back-office/invoices", page("back-office", "invoices")),
      route("back-office/invoices/:id", page("back-office", "invoice")),
      route("back-office/disputes/:id", page("disputes", "dispute")),
      route("back-office/reports", page("reports", "reports")),
      route("back-office/reports/:id", page("reports", "report")),
      route("back-office/appeals", page("sanctions", "appeals")),
      route("back-office/appeals/:id", page("sanctions", "appeal-decision")),
      route("back-office/sanctions/:memberId", page("sanctions", "member-sanctions")),
      route("back-office/announcements", page("announcements", "announcements")),
      route("back-office/announcements/new", page("announcements", "new-announcement")),
      route("back-office/announcements/:id", page("announcements", "announcement")),
      route("back-office/mail-texts", page("mail-texts", "mail-texts")),
      route("back-office/mail-texts/:name", page("mail-texts", "mail-text")),
      route("back-office/lists", page("reference", "lists")),
      route("back-office/lists/:kind", page("reference", "list")),
      route("back-office/memberships", page("back-office", "memberships")),
    ]),
  ]),
] satisfies RouteConfig;
