import { Facts } from "../../ui/facts.tsx";
import classes from "./site-text.module.css";

type Rows = [string, string][];
const headings: Rows = [["## Who we are", "a heading; with ### a smaller one"]];
const pictures: Rows = [["[picture 1]", "the first picture, on a line of its own"]];
const groups: Rows = [
  ["## Membership", "begins a group of questions"],
  ["### What does it cost?", "a question; its answer stands below"],
];

/** How a page's text is formatted, folded: most changes are of a word. */
export function Formatting({ questions }: { questions: boolean }) {
  return (
    <details className={classes.formatting}>
      <summary>Headings, lists and links</summary>
      <Facts
        rows={[
          ["An empty line", "begins a paragraph"],
          ...(questions ? groups : headings),
          ["- First", "an entry of a list; with 1. a numbered one"],
          ["> As she said", "a quotation"],
          ["**must** or *may*", "bold, or slanted"],
          ["[Write to us](/contact)", "a link to a page of ours, or to an https:// address"],
          ...(questions ? [] : pictures),
        ]}
      />
    </details>
  );
}
