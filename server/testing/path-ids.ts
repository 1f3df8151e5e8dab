/** The kind of object that a path's id names. */
export function kindOfId(path: string): string {
  if (path.startsWith("/api/public/")) return "advisor";
  const kinds = {
    projects: "engagement",
    invoices: "invoice",
    reviews: "review",
    notifications: "notification",
    sanctions: "sanction",
  };
  const found = Object.entries(kinds).find(([part]) => path.includes(`/${part}/`));
  if (found) return found[1];
  if (path.includes("/back-office/staff/{id}")) return "staff";
  if (path.includes("/sessions/{id}")) return "session";
  return path.includes("/mails/") ? "mail" : "customer";
}
