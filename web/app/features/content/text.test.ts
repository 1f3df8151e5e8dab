import { describe, expect, it } from "vitest";
import { emphasised, fieldsOf, linkOf, pictureOf, plain, rowsOf } from "./text.ts";

describe("what editors wrote", () => {
  it("C-01 no script and no tag is left, however it is written", () => {
    expect(plain('<p onclick="x()">Hello<script>alert(1)</script> there</p>')).toBe("Hello there");
    expect(plain("<script>alert(1)")).toBe("");
    expect(plain("a <img src=x onerror=alert(1)")).toBe("a");
    expect(plain("<!-- <b>hidden --> shown")).toBe("shown");
  });

  it("C-01 links and pictures without a valid address are dropped", () => {
    expect(linkOf("javascript:alert(1)")).toBeNull();
    expect(linkOf("//elsewhere.example")).toBeNull();
    expect(linkOf({ url: "https://a.example/b" })).toBe("https://a.example/b");
    expect(linkOf("/contact")).toBe("/contact");
    expect(pictureOf("data:image/svg+xml,<svg>")).toBeNull();
    expect(pictureOf(905)).toBeNull();
    expect(pictureOf(false)).toBeNull();
    expect(pictureOf({ url: "/a.svg", alt: "A &amp; B", width: 4 })).toEqual({
      url: "/a.svg",
      alt: "A & B",
      width: 4,
      height: undefined,
    });
  });

  it("C-01 entities become characters, unpaired surrogates are dropped", () => {
    expect(plain("Growing &#038; scaling &#8217;til 9&hellip;")).toBe("Growing & scaling ’til 9…");
    expect(plain("&#xD800;&#0;&unknown;")).toBe("&unknown;");
    expect(plain("1 &lt; 2")).toBe("1 < 2");
    expect(plain("Citt&agrave; &Ccedil;a &uuml;ber &frac12; &trade; &hearts;")).toBe("Città Ça über ½ ™ ♥");
  });

  it("C-01 emphasis in a title is kept as emphasis", () => {
    expect(emphasised("Advice that <em>hangs true.</em>")).toEqual([
      { text: "Advice that ", strong: false },
      { text: "hangs true.", strong: true },
    ]);
    expect(emphasised("Write  to us. A&nbsp;person\n answers.")).toEqual([
      { text: "Write to us. A\u00a0person answers.", strong: false },
    ]);
  });

  it("C-01 empty lists and fields have several forms", () => {
    expect([rowsOf(false), rowsOf(null), rowsOf([]), rowsOf([{ a: 1 }, 3])]).toEqual([[], [], [], [{ a: 1 }]]);
    expect([fieldsOf({ acf: [] }), fieldsOf(null), fieldsOf({ acf: { a: 1 } })]).toEqual([{}, {}, { a: 1 }]);
  });
});
