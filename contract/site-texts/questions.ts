/** A page of questions: a sentence, then groups of questions with their answers. */
export type Questions = {
  intro: string;
  groups: { name: string; questions: { question: string; answer: string }[] }[];
};

/** Reads a page of questions: `## ` begins a group and `### ` a question, whose answer follows. */
export function questionsIn(text: string): Questions {
  const read: Questions = { intro: "", groups: [] };
  for (const line of text.split(/\r?\n/)) {
    const [, marks, words = ""] = /^(#{2,3}) +(.*)$/.exec(line.trim()) ?? [];
    const group = read.groups.at(-1);
    const question = group?.questions.at(-1);
    if (marks === "##") read.groups.push({ name: words.trim(), questions: [] });
    else if (marks && group) group.questions.push({ question: words.trim(), answer: "" });
    else if (question) question.answer += `${line}\n`;
    else if (group) group.name += line.trim() ? ` ${line.trim()}` : "";
    else read.intro += `${line}\n`;
  }
  read.intro = read.intro.trim();
  for (const { questions } of read.groups) for (const each of questions) each.answer = each.answer.trim();
  return read;
}

/** A page of questions as it is typed. */
export const typedQuestions = ({ intro, groups }: Questions): string =>
  [
    intro,
    ...groups.flatMap(({ name, questions }) => [
      `## ${name}`,
      ...questions.flatMap(({ question, answer }) => [`### ${question}`, answer]),
    ]),
  ].join("\n\n");

/** Why a text is no page of questions; null when it is one. */
export function questionsError(text: string): string | null {
  const { intro, groups } = questionsIn(text);
  if (!intro || intro.length > 600 || /\n/.test(intro))
    return "Please begin with one sentence, which stands under the title.";
  if (groups.length === 0) return "Please begin a group of questions by a line such as ## Membership.";
  for (const { name, questions } of groups) {
    if (name === "") return "Please give each group a name: ## Membership.";
    if (questions.length === 0) return `The group “${name}” has no question: a line such as ### What does it cost?`;
    const empty = questions.find(({ question, answer }) => question === "" || answer === "");
    if (empty) return `Each question needs words and an answer: “${empty.question || name}” has none.`;
  }
  const asked = groups.flatMap(({ questions }) => questions.map(({ question }) => question));
  const twice = asked.find((question, at) => asked.indexOf(question) !== at);
  return twice ? `“${twice}” is asked twice.` : null;
}
