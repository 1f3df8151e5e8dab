import type { AppContext } from "../context.ts";
import { changeText } from "../features/site-texts/actions.ts";
import { storePicture } from "../features/site-texts/pictures.ts";
import { deliveredWording } from "../features/site-texts/wording.ts";
import type { ReceivedFile } from "../files/files.ts";
import { daysAgo } from "./past.ts";
import type { Person } from "./people.ts";

/** A yard with two arches, in the brand's colours. */
const yard = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="750" viewBox="0 0 1200 750">
  <rect width="1200" height="750" fill="#E4EFEB"/>
  <circle cx="930" cy="150" r="70" fill="#C9A45C"/>
  <rect y="250" width="1200" height="500" fill="#A9C7BD"/>
  <path d="M210 640V430a120 120 0 0 1 240 0v210Z" fill="#1F5C4D"/>
  <path d="M610 640V430a120 120 0 0 1 240 0v210Z" fill="#2F7463"/>
  <rect y="640" width="1200" height="110" fill="#16262B" opacity=".25"/>
</svg>`;

function drawing(): ReceivedFile {
  const content = Buffer.from(yard);
  const size = content.length;
  return { key: "", name: "yard.svg", content, size, checksum: "", contentType: "image/svg+xml" };
}

/** A banner that was changed twice, by two colleagues, and a legal page that was changed once; nothing where another service has the texts. */
export async function makeSiteTexts(context: AppContext, owner: Person, colleague: Person): Promise<void> {
  const { delivered } = context.siteTexts;
  if (!delivered) return;
  const name = "about-bottom";
  const { title, text, link } = deliveredWording(delivered, name);
  const first = daysAgo(context, 33);
  await changeText(
    first,
    colleague.member,
    { name, version: 0 },
    { title, text, button: "Write to us", link, pictures: [], pictureless: false },
  );
  const lately = daysAgo(context, 5);
  const picture = await storePicture(lately, owner.member, drawing());
  const said = `${text}\n\nOn the first Thursday of each month the door at Ropewalk Yard is open, and there is tea.`;
  const pictures = [{ id: picture.id, alt: "The yard behind our office, with its two arches" }];
  await changeText(
    lately,
    owner.member,
    { name, version: 1 },
    { title, text: said, button: "Write to us", link, pictures, pictureless: false },
  );
  const page = "cookies-policy";
  const { title: heading, text: words } = deliveredWording(delivered, page);
  const answer = words.replace("Questions: ", "A person answers your questions: ");
  const plain = { title: heading, button: "", link: "", pictures: [], pictureless: false };
  await changeText(daysAgo(context, 12), owner.member, { name: page, version: 0 }, { ...plain, text: answer });
}
