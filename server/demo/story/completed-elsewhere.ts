import type { CompletedWork } from "./completed-work.ts";

/** Completed work on everything but money: operations, sales, people, products and places. */
export const completedElsewhere: readonly CompletedWork[] = [
  {
    ...{
      advisor: "Tomos Griffiths",
      customer: "Dylan Prosser",
      name: "From prototype to pilot line",
      theme: "Technology and engineering",
    },
    description:
      "Nine weeks from one robot on a bench to five on a line: drawings that a supplier can read, a test rig, and a list of what we still do not know.",
    ...{ fee: 920, endedDaysAgo: 114 },
    paid: [[2, 9, "Drawings, test rig and supplier visits, 9 weeks"]],
    before: [
      ["customer", 0, "Our prototype works every time, as long as Ceri is in the room."],
      ["advisor", 1.2, "Then Ceri is a component, and you need the drawing of her. When is the pilot?"],
      ["customer", 0.5, "We told the customer April."],
    ],
    rating: 3,
    review: "Good on the engineering; we had to push for the written plan.",
    answer: "Fair. The plan now comes in week one; I have you to thank for that.",
  },
  {
    ...{ advisor: "Yusuf Demir", customer: "Lachlan Ross", name: "Seaweed to Tokyo", theme: "International expansion" },
    description:
      "One importer in Japan rather than five: labels, shelf life, a sample shipment, and the two trade fairs that are worth the flight.",
    ...{ fee: 1080, endedDaysAgo: 108 },
    paid: [[2, 8, "Importer, labels and a first pallet, 8 weeks"]],
    before: [
      ["customer", 0, "Somebody in Tokyo ordered forty kilos of dulse from our website. Is that a market?"],
      ["advisor", 0.2, "It is a person. Forty such persons would be a market. What did the postage cost?"],
      ["customer", 0.1, "More than the dulse."],
    ],
    rating: 5,
    review: "He knew which of our plans to throw away in the first hour.",
  },
  {
    ...{
      advisor: "Grace Nwosu",
      customer: "Omar Siddiqui",
      name: "One name over nine doors",
      theme: "Brand and marketing",
    },
    description:
      "Nine restaurants, four names: which one stays, what happens to the regulars of the other three, and the brief for the people who draw it.",
    ...{ fee: 980, endedDaysAgo: 102 },
    paid: [[2, 7, "One name, nine doors and the brief, 7 weeks"]],
    before: [
      ["customer", 0, "We bought three restaurants last year and kept their names out of politeness."],
      ["advisor", 0.7, "Politeness is expensive at nine doors. Which name do your own staff say on the phone?"],
      ["customer", 0.2, "Lanternhouse. Always."],
    ],
    rating: 4,
    review: "The brief alone was worth it.",
  },
  {
    ...{ advisor: "Molly Brennan", customer: "Emily Hart", name: "Registration for six clinics", theme: "Operations" },
    description:
      "Six clinics through registration and inspection: policies that people have read, a rota that holds on a Sunday, and a rehearsal in each.",
    ...{ fee: 850, endedDaysAgo: 96 },
    paid: [
      [35, 5, "Policies and rotas, 5 weeks"],
      [2, 5, "Rehearsals and inspection, 5 weeks"],
    ],
    before: [
      ["customer", 0, "Six inspections in one quarter. My managers have started to laugh at odd moments."],
      ["advisor", 0.15, "That is a good sign, they are still awake. Which clinic worries you least?"],
      ["customer", 0.2, "Didsbury. Why least?"],
      ["advisor", 0.1, "Because we copy it. See you there on Tuesday."],
    ],
    after: [["customer", 0, "Six out of six. Didsbury made a cake for you, it will not survive the post."]],
    rating: 5,
    review: "Inspected, passed, and nobody cried.",
  },
  {
    ...{
      advisor: "Bronwen Hughes",
      customer: "Rebecca Stone",
      name: "A board worth preparing for",
      theme: "Board and governance",
    },
    description:
      "Four meetings as chair: two independent directors found, papers cut from ninety pages to twelve, and the family's questions asked in the room.",
    ...{ fee: 1500, endedDaysAgo: 78 },
    paid: [
      [44, 6, "Two meetings and the search for directors"],
      [2, 6, "Two meetings and the handover to the chair"],
    ],
    before: [
      ["customer", 0, "Our board is my father, my brother and a man who once built a hotel."],
      ["advisor", 0.4, "I have chaired that board. What is it that the three of you never put on the agenda?"],
      ["customer", 1.1, "Who runs it after me. You knew that, I think."],
    ],
    rating: 5,
    review: "She told me what nobody else would, in the car park, kindly.",
  },
  {
    ...{ advisor: "Catriona Bell", customer: "Maeve Doyle", name: "From one factory to two", theme: "Supply chain" },
    description:
      "A second co-packer without a second set of problems: contracts, minimum orders, one forecast, and who is rung at six in the morning.",
    ...{ fee: 860, endedDaysAgo: 60 },
    paid: [[2, 9, "Contracts and the forecast, 9 weeks"]],
    before: [
      ["customer", 0, "Our co-packer has given us six weeks' notice of a price we cannot pay."],
      ["advisor", 0.1, "They want to be asked nicely or they want you gone. Which is it?"],
      ["customer", 0.1, "Gone, politely."],
      ["advisor", 0.2, "Then you need two, so that it never happens again. I know three worth a visit."],
    ],
    rating: 5,
    review: "The contracts are readable and the forecast is finally one document.",
  },
  {
    ...{
      advisor: "Callum Fraser",
      customer: "Callum Reid",
      name: "An hour a day back, per depot",
      theme: "Operations",
    },
    description:
      "Ten weeks in four yards: where the first hour of the day goes, what the drivers would change, and the one screen that replaces three clipboards.",
    ...{ fee: 870, endedDaysAgo: 54 },
    paid: [
      [30, 5, "Four yards walked and measured, 5 weeks"],
      [2, 5, "New first hour in all four, 5 weeks"],
    ],
    before: [
      ["customer", 0, "First van leaves at 5.40, last one at 7.10. Same postcode, same load. Nobody can tell me why."],
      ["advisor", 0.3, "I can, but I would rather the yard told you. Can I come at five on Thursday?"],
      ["customer", 0.1, "I will bring the bacon rolls."],
    ],
    rating: 5,
    review: "He walked every yard before he opened a laptop. The drivers asked when he is coming back.",
  },
  {
    ...{ advisor: "Samir Patel", customer: "Adam Kowalski", name: "A sales playbook that repeats", theme: "Sales" },
    description:
      "Eight weeks to write down what the founder does without thinking, hire two people who can do it as well, and sit in on their first forty calls.",
    ...{ fee: 950, endedDaysAgo: 48 },
    paid: [[2, 8, "The playbook, two hires and forty calls"]],
    before: [
      ["customer", 0, "I sell everything we sell. I would like to be ill for a week without it showing."],
      ["advisor", 0.1, "What do you say in the first minute that the others do not?"],
      ["customer", 0.2, "That we turn down one in three. They lean forward then."],
      ["advisor", 0.1, "That is page one. I will send you the other eleven as a proposal."],
    ],
    rating: 5,
    review: "Four hires in, the numbers repeat. He still answers when I call.",
  },
];
