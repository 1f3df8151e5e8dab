/**
 * People who apply as advisors to the server at `url`, over HTTP as a browser does. `body` is what `POST /api/advisors`
 * takes, `apply` sends it. The reference data that an application names is read once, here.
 */
export async function applicantsAt(url: string) {
  const tables = (await (await fetch(`${url}/api/data/get_advisor_datatables`)).json()) as {
    classification_types: { id: number }[];
  };
  const profile = {
    name: "Owen Price",
    linkedin_profile_url: "https://linkedin.example/owen",
    based_in_uk: "true",
    classification_type_id: tables.classification_types[0]?.id,
    advisory_experience: "Two exits.",
    origin: "",
  };
  const body = (email: string) => JSON.stringify({ advisor: { email }, advisor_profile: profile });
  const apply = (email: string) =>
    fetch(`${url}/api/advisors`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: body(email),
    });
  return { body, apply };
}
