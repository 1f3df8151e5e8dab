import { Facts } from "../../ui/facts.tsx";
import classes from "./site-text.module.css";

/** How a page's text is formatted, folded: most changes are of a word. */
export function Formatting() {
  return (
    <details className={classes.formatting}>
      <summary>Headings, lists and links</summary>
      <Facts
        rows={[
          ["An empty line", "begins a paragraph"],
          ["## Who we are", "a heading; with ### a smaller one"],
          ["- First", "an entry of a list; with 1. a numbered one"],
          ["> As she said", "a quotation"],
          ["**must** or *may*", "bold, or slanted"],
          ["[Write to us](/contact)", "a link to a page of ours, or to an https:// address"],
          ["[picture 1]", "the first picture, on a line of its own"],
        ]}
      />
    </details>
  );
}
