import { present } from "@plumbline/contract/present.ts";
import type { AdvisorStory } from "../profiles.ts";

/** The advisors of the demo, with their profiles. */
export type DemoAdvisor = { name: string; email?: string; story: AdvisorStory };

const sizes = ["1–10 people", "11–50 people", "51–100 people", "101–250 people", "251–500 people", "Over 500 people"];

type Row = readonly [
  name: string,
  headLine: string,
  description: string,
  expertise: string,
  industries: string,
  from: number,
  to: number,
  city: string,
  fee: number,
  company: string,
];

// Expertise and industries are separated by bars; sizes are a range of indices of the six company sizes.
// biome-ignore format: one advisor a line
const rows: readonly Row[] = [
  ["Harriet Osei", "Former COO, three scale-ups to series C", "I build the second floor: finance, people and the way decisions are made, so that founders stop being the bottleneck. I stay until it runs without me.", "Finance|Fundraising|Operations", "Consumer goods|Retail and e-commerce|Agriculture and food", 1, 3, "London", 1100, "Osei Advisory"],
  ["Owen Price", "Finance director, two exits", "Thirteen years as a finance director in food and drink. I get the close to five days, the forecast to something the board believes, and the data room ready before anyone asks.", "Finance|Exits and acquisitions|Pricing", "Consumer goods|Agriculture and food|Manufacturing", 1, 3, "Cardiff", 900, "Price & Price"],
  ["Maeve Adeyemi", "Angel and former venture partner", "I sat on the other side of four hundred pitches. I help founders tell the truth about their numbers in a way that raises money, and decide whether they should raise at all.", "Fundraising|Finance|Board and governance", "Software and technology|Financial services", 0, 2, "London", 1100, "Longshore Capital"],
  ["Samir Patel", "Built a sales team from 2 to 140", "I write the first sales playbook with you, hire the first four people against it, and sit in on the calls until the numbers repeat.", "Sales|Commercial strategy|Customer success", "Software and technology|Telecommunications", 1, 3, "Manchester", 950, "Patel Growth"],
  ["Fiona Macrae", "Former chief people officer of a listed retailer", "Pay that can be explained, managers who manage, and a redundancy round done decently if it has to be done. I have done all three more than once.", "People and talent|Culture and leadership", "Retail and e-commerce|Consumer goods|Hospitality and leisure", 2, 5, "Edinburgh", 1000, "Macrae People"],
  ["Daniel Achterberg", "Took a medical device company to FDA approval", "Regulated products punish haste and reward order. I plan the evidence, the filings and the manufacturing transfer so that they meet in the right month.", "Legal and compliance|Product management|International expansion", "Healthcare and life sciences|Manufacturing", 0, 3, "Cambridge", 1200, "Achterberg Medical"],
  ["Grace Nwosu", "Brand director behind two household names", "Most brand problems are decisions nobody wants to make. I help you make them, then brief the people who draw.", "Brand and marketing|Commercial strategy", "Consumer goods|Retail and e-commerce|Creative and media", 1, 4, "London", 980, "Nwosu Studio"],
  ["Callum Fraser", "Ran operations for a 600-van logistics firm", "I find the hour a day that every depot loses, and give it back. Routing, stock, shifts, and the meeting that runs them.", "Operations|Supply chain|Digital transformation", "Logistics and transport|Retail and e-commerce|Manufacturing", 2, 5, "Glasgow", 870, "Fraser Operations"],
  ["Priti Sharma", "Data lead, from spreadsheet to platform at three insurers", "Start with the decision, end with the model. I have taken down more dashboards than I have put up, and nobody missed them.", "Data and AI|Digital transformation|Technology and engineering", "Financial services|Software and technology", 2, 5, "Leeds", 1050, "Sharma Data"],
  ["Tomos Griffiths", "Engineer who founded, scaled and sold a climate company", "Hardware, grid connections and grant money: I have made the expensive mistakes and kept the notes.", "Technology and engineering|Fundraising|Sustainability", "Energy and climate|Manufacturing", 0, 2, "Swansea", 920, "Griffiths Energy"],
  ["Amelia Thornbury", "General counsel turned adviser", "Contracts your team can use, a cap table that survives diligence, and a short list of the risks that deserve your sleep.", "Legal and compliance|Board and governance|Exits and acquisitions", "Software and technology|Financial services|Professional services", 1, 4, "London", 1300, "Thornbury Counsel"],
  ["Yusuf Demir", "Opened eleven countries for a consumer brand", "Which country next, who runs it, and how you know within six months whether to stay. I have closed three, and that is worth as much.", "International expansion|Sales|Supply chain", "Consumer goods|Retail and e-commerce", 1, 4, "London", 1080, "Demir International"],
  ["Bronwen Hughes", "Chair of four growth companies", "A board is for better decisions, not for longer papers. I chair, I coach chairs, and I tell founders what others will not.", "Board and governance|Culture and leadership|Exits and acquisitions", "Manufacturing|Software and technology|Energy and climate", 2, 5, "Bristol", 1500, "Hughes Boards"],
  ["Oliver Kwarteng", "Pricing, from cost-plus to value, in nine businesses", "You are almost certainly too cheap in one place and too dear in another. Six weeks, one hard conversation with sales, and it shows in the margin.", "Pricing|Commercial strategy|Finance", "Software and technology|Professional services|Manufacturing", 1, 4, "Reading", 1150, "Kwarteng Pricing"],
  ["Siobhan Kelly", "Customer success from first hire to 12 countries", "Renewals are won in the first ninety days. I design those days and train the people who run them.", "Customer success|Sales|Operations", "Software and technology|Education", 1, 3, "Belfast", 820, "Kelly Success"],
  ["Marcus Webb", "Chief technology officer, five platforms, two rewrites regretted", "I read the code, talk to the team, and tell you which third of the roadmap to drop.", "Technology and engineering|Product management|Digital transformation", "Software and technology|Financial services|Gaming", 0, 3, "London", 1250, "Webb Technology"],
  ["Ruth Goldberg", "Built the finance function at two biotechs", "Cash is a scientific instrument in this industry. I set it up so that the science can plan.", "Finance|Fundraising", "Healthcare and life sciences", 0, 2, "Oxford", 1180, "Goldberg Finance"],
  ["Arjun Mehta", "Product leader, three marketplaces", "Two sides, one promise. I help teams find the side that is short and fix that first.", "Product management|Data and AI|Commercial strategy", "Software and technology|Retail and e-commerce|Travel and tourism", 0, 3, "London", 1020, "Mehta Product"],
  ["Catriona Bell", "Supply chain director, food and drink", "From a shared kitchen to four factories. Contracts, minimums, shelf life and the forecast that ties them.", "Supply chain|Operations|Sustainability", "Agriculture and food|Consumer goods", 1, 4, "Inverness", 860, "Bell Supply"],
  ["Jonathan Pryce", "Sold his agency, advises owners who want to", "An agency is sold three years before the deal. I help you spend them well.", "Exits and acquisitions|Commercial strategy|Finance", "Creative and media|Professional services", 1, 3, "Brighton and Hove", 990, "Pryce Partners"],
  ["Ngozi Eze", "Compliance lead for three licensed fintechs", "Authorisation, safeguarding and the first audit, in that order and in plain English.", "Legal and compliance|Operations", "Financial services", 0, 3, "London", 1120, "Eze Regulatory"],
  ["Peter Langdon", "Turned a loss-making manufacturer in 18 months", "Walk the floor, read the orders, stop what loses money. It is not complicated and it is not comfortable.", "Operations|Finance|Supply chain", "Manufacturing|Aerospace and defence", 2, 5, "Birmingham", 1000, "Langdon Turnaround"],
  ["Helena Novak", "Scaled a hospitality group from 3 sites to 41", "Site selection, labour models, and the food that still tastes the same in the forty-first kitchen.", "Operations|Brand and marketing|People and talent", "Hospitality and leisure|Travel and tourism|Consumer goods", 1, 4, "Bath", 890, "Novak Hospitality"],
  ["David Sorensen", "Founder, two software exits, one failure", "I talk to founders about the things they cannot say at the board: runway, co-founders, and when to stop.", "Fundraising|Culture and leadership|Exits and acquisitions", "Software and technology|Education", 0, 1, "London", 1350, "Sorensen & Co"],
  ["Leila Haddad", "Growth marketer, first million users twice", "Channels saturate, habits do not. I build the growth loop and the small team that owns it.", "Brand and marketing|Data and AI|Product management", "Software and technology|Gaming|Creative and media", 0, 2, "Manchester", 880, "Haddad Growth"],
  ["Robert Ainsley", "Thirty years in construction, last ten in charge", "Bids that make money, contracts that get paid, and a safety culture that is more than a sign.", "Operations|Legal and compliance|Commercial strategy", "Construction and property", 2, 5, "Sheffield", 940, "Ainsley Build"],
  ["Imogen Clarke", "Charity chief executive, trustee of three", "Earned income without losing the purpose, boards that govern, and reserves that let you sleep.", "Board and governance|Finance|Culture and leadership", "Charity and social enterprise|Education", 1, 4, "York", 650, "Clarke Purpose"],
  ["Kofi Mensah", "Enterprise sales into the public sector", "Frameworks, procurement and the eighteen-month deal: how to survive it and win the second one faster.", "Sales|Legal and compliance|International expansion", "Software and technology|Healthcare and life sciences|Education", 1, 3, "Leeds", 970, "Mensah Public"],
  ["Elena Petrova", "Head of people through 30 to 300, twice", "Hire slower than you want to, faster than you do. I build the bar, the onboarding and the first managers.", "People and talent|Culture and leadership|Operations", "Software and technology|Gaming", 1, 3, "London", 900, "Petrova People"],
  ["William Hargreaves", "Private equity operating partner", "What a buyer will ask, eighteen months before they ask it. Value plans, reporting and the management team.", "Exits and acquisitions|Finance|Board and governance", "Manufacturing|Professional services|Healthcare and life sciences", 3, 5, "London", 1600, "Hargreaves Operating"],
  ["Aisha Rahman", "E-commerce director, from market stall to £40m", "Margins, returns, photography and the warehouse. In that order.", "Digital transformation|Brand and marketing|Supply chain", "Retail and e-commerce|Consumer goods", 0, 3, "Leicester", 840, "Rahman Commerce"],
  ["Gareth Lloyd", "Energy transition, policy to project finance", "Grants, power purchase agreements and lenders: how to line up three calendars that do not want to meet.", "Sustainability|Fundraising|Legal and compliance", "Energy and climate|Construction and property", 1, 4, "Cardiff", 1090, "Lloyd Transition"],
  ["Beatrice Okafor", "Educator who scaled a learning platform to 9 countries", "Schools buy slowly and stay long. I know the calendar, the budget and the person who signs.", "Product management|International expansion|Sales", "Education|Software and technology", 0, 3, "Nottingham", 780, "Okafor Learning"],
  ["Stephen Marlow", "Aerospace supply chain and quality", "Certification is a habit. I bring it in without stopping the line.", "Supply chain|Operations|Legal and compliance", "Aerospace and defence|Manufacturing", 2, 5, "Derby", 1010, "Marlow Quality"],
  ["Zainab Hussain", "Chief financial officer, fintech to acquisition", "Unit economics first, then the story. I have closed one sale, two rounds and four very long audits.", "Finance|Fundraising|Exits and acquisitions", "Financial services|Software and technology", 1, 3, "London", 1280, "Hussain Finance"],
  ["Angus Sinclair", "Whisky, tourism and a family firm's third generation", "Family businesses need the conversations that other firms put in contracts. I chair those.", "Board and governance|International expansion|Brand and marketing", "Agriculture and food|Travel and tourism|Consumer goods", 1, 4, "Perth", 930, "Sinclair Family"],
  ["Molly Brennan", "Operations for clinics, one to twenty-six", "Rotas, registrations and the patient's first phone call. Quality is mostly logistics.", "Operations|Legal and compliance|People and talent", "Healthcare and life sciences", 1, 4, "Liverpool", 850, "Brennan Clinics"],
  ["Theo Lindqvist", "Game studio founder, sold to a publisher", "Milestones, publishers, and the art of cutting a feature you love.", "Product management|Fundraising|Exits and acquisitions", "Gaming|Creative and media", 0, 2, "Guildford", 960, "Lindqvist Games"],
  ["Joanna Whitfield", "Property developer turned adviser", "Land, planning, lenders. I tell you which of the three will hold you up.", "Finance|Commercial strategy|Legal and compliance", "Construction and property", 0, 3, "Exeter", 1030, "Whitfield Land"],
  ["Hassan Ali", "Logistics technology, dispatch to dashboard", "I have put software into yards where it was not wanted. It stays when it saves the driver time.", "Digital transformation|Technology and engineering|Operations", "Logistics and transport|Software and technology", 1, 4, "Coventry", 910, "Ali Systems"],
  ["Victoria Ames", "Communications in crisis and out of it", "One message, said by one person, on the day. I have written the statements you remember, and the ones you never saw.", "Brand and marketing|Culture and leadership", "Creative and media|Charity and social enterprise|Travel and tourism", 1, 5, "London", 1140, "Ames Communications"],
  ["Rhys Bowen", "Telecoms commercial director", "Wholesale, retail and the tariff nobody understands. Simplify, then grow.", "Commercial strategy|Pricing|Sales", "Telecommunications|Energy and climate", 2, 5, "Newport", 980, "Bowen Commercial"],
  ["Clara Jennings", "Sustainability lead for a listed food group", "Measure what matters to a buyer, cut what matters to the planet, write it down so that both believe it.", "Sustainability|Supply chain|Legal and compliance", "Agriculture and food|Consumer goods|Retail and e-commerce", 2, 5, "Norwich", 920, "Jennings Sustain"],
  ["Simon Achebe", "Machine learning in production since 2012", "Most of it is data plumbing. I will tell you when you do not need a model, which is most days.", "Data and AI|Technology and engineering", "Software and technology|Healthcare and life sciences|Financial services", 0, 3, "Cambridge", 1320, "Achebe Research"],
  ["Louise Tremaine", "Hotels, events and the season that pays for the year", "Yield, people and the diary. I run the numbers on a Monday and the floor on a Saturday.", "Pricing|Operations|Customer success", "Hospitality and leisure|Travel and tourism", 1, 3, "Truro", 760, "Tremaine Leisure"],
  ["Nikhil Rao", "Solutions architect for legacy estates", "There is a way from the old system to the new one that does not stop the business. It takes a map, and I draw it.", "Digital transformation|Technology and engineering|Data and AI", "Financial services|Legal services|Telecommunications", 3, 5, "Milton Keynes", 1170, "Rao Architecture"],
  ["Eleanor Finch", "Managing partner of a law firm that grew up", "Partnerships decide by mood until somebody writes it down. Pricing, partners and the succession nobody mentions.", "Culture and leadership|Pricing|Board and governance", "Legal services|Professional services", 1, 4, "Bristol", 1210, "Finch Partnership"],
  ["Patrick Donnelly", "Agri-food exporter, farm to Tokyo", "Paperwork is the product until the container leaves. Then it is the cold chain.", "International expansion|Supply chain|Legal and compliance", "Agriculture and food", 0, 3, "Armagh", 810, "Donnelly Export"],
  ["Sofia Marchetti", "Luxury retail, from atelier to fourteen shops", "Say no to the fifteenth. I help small luxury stay both.", "Brand and marketing|International expansion|Pricing", "Retail and e-commerce|Consumer goods", 0, 2, "London", 1190, "Marchetti Atelier"],
  ["Graham Tully", "Factory automation, brownfield specialist", "Robots do not fix bad flow. We fix the flow, then talk about robots.", "Technology and engineering|Operations|Digital transformation", "Manufacturing|Aerospace and defence|Logistics and transport", 2, 5, "Sunderland", 950, "Tully Automation"],
  ["Hannah Weiss", "First commercial hire at three deep-tech firms", "Turning a lab into a price list. I find the first ten customers and write down why they bought.", "Sales|Commercial strategy|Pricing", "Healthcare and life sciences|Energy and climate|Aerospace and defence", 0, 2, "Oxford", 1060, "Weiss Commercial"],
  ["Lewis Carmichael", "Grant funding and innovation tax relief", "I read the guidance so that you do not have to, and say no to the applications you would lose.", "Fundraising|Finance|Sustainability", "Energy and climate|Agriculture and food|Software and technology", 0, 2, "Aberdeen", 700, "Carmichael Grants"],
  ["Adaeze Obi", "Chief of staff to four founders", "The operating rhythm: what is decided where, by whom, by when. It sounds dull and it is worth a quarter of growth.", "Operations|Culture and leadership|Board and governance", "Software and technology|Consumer goods|Financial services", 1, 3, "London", 890, "Obi Rhythm"],
  ["Martin Feldman", "Insolvency practitioner on the right side of the line", "Call me two quarters before you think you should. There is nearly always another way.", "Finance|Legal and compliance|Exits and acquisitions", "Retail and e-commerce|Construction and property|Hospitality and leisure", 1, 5, "Manchester", 1230, "Feldman Recovery"],
  ["Isobel Grant", "Publisher, subscriptions from print to paid digital", "Readers pay for habits. I build the habit, the price ladder and the churn report that tells the truth.", "Product management|Pricing|Brand and marketing", "Creative and media|Education", 1, 4, "Edinburgh", 930, "Grant Editions"],
  ["Rajesh Kapoor", "Built offshore and nearshore engineering centres", "The time zone is not the problem; the brief is. I fix both.", "Technology and engineering|People and talent|International expansion", "Software and technology|Telecommunications|Financial services", 2, 5, "Slough", 1000, "Kapoor Delivery"],
  ["Megan Howells", "Social enterprise founder, contracts to commissioners", "Winning public contracts without becoming one. Pricing, measurement and a mission that survives both.", "Commercial strategy|Fundraising|Sales", "Charity and social enterprise|Healthcare and life sciences", 0, 3, "Swansea", 620, "Howells Social"],
  ["Christopher Vane", "Aviation and travel commercial strategy", "Capacity is perishable. I help you price it, sell it and forgive yourself for last summer.", "Pricing|Commercial strategy|Customer success", "Travel and tourism|Logistics and transport", 2, 5, "Crawley", 1070, "Vane Travel"],
  ["Tamsin Reed", "Design-led manufacturing, studio to series", "From the bench to ten thousand a month, without losing what people bought it for.", "Product management|Supply chain|Brand and marketing", "Manufacturing|Consumer goods", 0, 2, "Stroud", 830, "Reed Made"],
  ["Edward Okonjo", "Treasury and banking relationships for mid-size firms", "Facilities, covenants, foreign exchange. Dull until the Thursday it is not.", "Finance|International expansion|Board and governance", "Manufacturing|Logistics and transport|Energy and climate", 3, 5, "London", 1220, "Okonjo Treasury"],
];

const experiences = [
  "Founded a company",
  "Led a start-up to scale-up",
  "Led a turnaround",
  "Sold a company",
  "Led in a large corporate",
  "Bought and integrated companies",
];
const availabilities = ["A few hours a month", "One day a month", "Two to four days a month", "One to two days a week"];
const values = ["Candour", "Patience", "Rigour", "Kindness", "Pace", "Curiosity", "Independence", "Craft", "Fairness"];
const seniorities = ["Board member", "Chief executive", "Executive team", "Director"];
const pick = <T>(list: readonly T[], at: number): T => present(list[at % list.length]);

const accounts: Record<string, string> = {
  "Harriet Osei": "advisor@demo.plumbline.test",
  "Owen Price": "second.advisor@demo.plumbline.test",
};

export const demoAdvisors: readonly DemoAdvisor[] = rows.map(
  ([name, headLine, description, expertise, industries, from, to, city, feePerDay, companyName], at) => ({
    name,
    ...(accounts[name] ? { email: accounts[name] } : {}),
    story: {
      headLine,
      description,
      companyName,
      city,
      feePerDay,
      position: headLine.replace(/,.*/, ""),
      address: [
        `${((at * 7) % 90) + 1} ${pick(["Canal Wharf", "High Street", "Station Road", "Mill Lane", "Castle Street", "Church Row"], at)}`,
        "",
      ],
      postcode: `${pick(["E2", "M1", "CF10", "EH3", "BS1", "LS2", "G1", "B3"], at)} ${(at % 9) + 1}${pick(["HD", "AB", "QP", "JT", "LW"], at)}`,
      expertise: expertise.split("|"),
      industries: industries.split("|"),
      sizes: sizes.slice(from, to + 1),
      experiences: [pick(experiences, at), pick(experiences, at + 2)],
      availabilities: [pick(availabilities, at), pick(availabilities, at + 1)],
      values: [pick(values, at), pick(values, at + 4)],
      seniorities: [pick(seniorities, at)],
      investing: at % 4 === 0,
    },
  }),
);
