/** The customers of the demo: their companies, and what they look for. */
export type DemoCustomer = {
  name: string;
  company: string;
  email?: string;
  plan: "month" | "year";
  search: { expertise: string[]; industry: string; size: string };
};

type Row = readonly [
  name: string,
  company: string,
  plan: "month" | "year",
  expertise: string,
  industry: string,
  size: string,
];

const rows: readonly Row[] = [
  ["Priya Raman", "Tallow & Finch", "year", "Fundraising|Finance", "Consumer goods", "11–50 people"],
  ["Maeve Doyle", "Orrin Foods", "month", "Supply chain|Operations", "Agriculture and food", "51–100 people"],
  ["Jack Pemberton", "Pinmoor Bikes", "month", "Supply chain|International expansion", "Manufacturing", "11–50 people"],
  [
    "Nadia Farouk",
    "Hadley Bioworks",
    "year",
    "Fundraising|Legal and compliance",
    "Healthcare and life sciences",
    "11–50 people",
  ],
  [
    "Callum Reid",
    "Kestrel Freight",
    "month",
    "Operations|Digital transformation",
    "Logistics and transport",
    "101–250 people",
  ],
  ["Ines Carvalho", "Marlow Instruments", "year", "Sales|Pricing", "Manufacturing", "51–100 people"],
  ["George Abara", "Saltway Energy", "year", "Fundraising|Sustainability", "Energy and climate", "11–50 people"],
  ["Tessa Brook", "Brackenfield Schools", "month", "Sales|Product management", "Education", "51–100 people"],
  ["Omar Siddiqui", "Lanternhouse", "month", "Brand and marketing", "Hospitality and leisure", "51–100 people"],
  [
    "Rebecca Stone",
    "Stone & Daughter",
    "year",
    "Board and governance|Exits and acquisitions",
    "Construction and property",
    "101–250 people",
  ],
  ["Fergus Milne", "Northlight Games", "month", "Product management|Fundraising", "Gaming", "11–50 people"],
  ["Charlotte Ives", "Ives Legal", "year", "Pricing|Culture and leadership", "Legal services", "51–100 people"],
  ["Adam Kowalski", "Plain Ledger", "month", "Sales|Customer success", "Financial services", "11–50 people"],
  ["Sunita Desai", "Turmeric Lane", "month", "Brand and marketing|Supply chain", "Agriculture and food", "1–10 people"],
  ["Lachlan Ross", "Skerry Seaweed", "month", "International expansion", "Agriculture and food", "1–10 people"],
  [
    "Emily Hart",
    "Hart Clinics",
    "year",
    "Operations|People and talent",
    "Healthcare and life sciences",
    "101–250 people",
  ],
  [
    "Benjamin Okoro",
    "Copperline",
    "month",
    "Technology and engineering|Data and AI",
    "Telecommunications",
    "51–100 people",
  ],
  [
    "Freya Lindholm",
    "Lindholm Interiors",
    "month",
    "Digital transformation|Brand and marketing",
    "Retail and e-commerce",
    "11–50 people",
  ],
  [
    "Thomas Gale",
    "Gale Aerospace",
    "year",
    "Legal and compliance|Supply chain",
    "Aerospace and defence",
    "101–250 people",
  ],
  ["Miriam Katz", "Second Page", "month", "Product management|Pricing", "Creative and media", "11–50 people"],
  [
    "Dylan Prosser",
    "Taff Robotics",
    "month",
    "Technology and engineering|Fundraising",
    "Manufacturing",
    "11–50 people",
  ],
  ["Olivia Grange", "Grange & Vale", "year", "Commercial strategy", "Travel and tourism", "51–100 people"],
  ["Hugo Bellamy", "Bellamy Press", "month", "Finance|Commercial strategy", "Creative and media", "11–50 people"],
  ["Shreya Nair", "Even Keel", "month", "People and talent", "Software and technology", "51–100 people"],
  [
    "Kieran Walsh",
    "Open Hands",
    "month",
    "Fundraising|Board and governance",
    "Charity and social enterprise",
    "11–50 people",
  ],
];

const accounts: Record<string, string> = {
  "Priya Raman": "customer@demo.plumbline.test",
  "Maeve Doyle": "second.customer@demo.plumbline.test",
};

export const demoCustomers: readonly DemoCustomer[] = rows.map(([name, company, plan, expertise, industry, size]) => ({
  name,
  company,
  plan,
  ...(accounts[name] ? { email: accounts[name] } : {}),
  search: { expertise: expertise.split("|"), industry, size },
}));

/** So that the drawn default is seen too. */
export const withoutPhoto = "Maeve Doyle";

export type DemoApplicant = {
  role: "customer" | "advisor";
  name: string;
  company: string;
  verified: boolean;
  appliedDaysAgo: number;
  companySize?: string;
  /** What they were asked and have not answered. */
  asked?: string;
  /** Why they were turned down. */
  rejected?: string;
};

export const demoApplicants: readonly DemoApplicant[] = [
  {
    ...{ role: "advisor", name: "Quentin Marsh", company: "", verified: true, appliedDaysAgo: 19 },
    rejected: "A recruiter with good references, but no time in an operating role. Asked to come back with one.",
  },
  {
    ...{ role: "customer", name: "Tom Ashdown", company: "Ashdown Cycles", verified: true, appliedDaysAgo: 5 },
    companySize: "11–50 people",
  },
  { role: "advisor", name: "Marguerite Lacey", company: "", verified: true, appliedDaysAgo: 7 },
  {
    ...{ role: "customer", name: "Bilal Aziz", company: "Aziz & Sons", verified: true, appliedDaysAgo: 3 },
    companySize: "51–100 people",
    asked: "You say that you would like help with exporting. Which countries do you sell to today?",
  },
  { role: "advisor", name: "Douglas Inch", company: "", verified: false, appliedDaysAgo: 2 },
  { role: "customer", name: "Wren Calloway", company: "Calloway Cider", verified: false, appliedDaysAgo: 1 },
];
