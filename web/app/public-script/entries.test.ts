import { byName } from "@plumbline/contract/reference/order.ts";
import { expect, it } from "vitest";
import { matching, namedExactly } from "./entries.ts";

const cities = ["york", "Bath", "Leeds", "Bradford", "Évora", "Exeter"].map((name, id) => ({ id, name }));

it("D-03 D-04 entries are sorted by name whatever their case and accents, are found by a part of it, and a name typed in full is chosen", () => {
  expect(byName(cities).map(({ name }) => name)).toEqual(["Bath", "Bradford", "Évora", "Exeter", "Leeds", "york"]);
  expect(matching(cities, " ba ").map(({ name }) => name)).toEqual(["Bath"]);
  expect(namedExactly(cities, "LEEDS ")?.id).toBe(2);
  expect(namedExactly(cities, "Lee")).toBeUndefined();
});

it("D-03 D-04 a keyboard without accents finds and chooses cities that are written with them", () => {
  const abroad = ["Zürich", "Wrocław", "Tromsø", "İzmir", "Gießen"].map((name, id) => ({ id, name }));
  expect(["zurich", "WROCLAW", "Tromso", "izmir", "giessen"].map((typed) => namedExactly(abroad, typed)?.id)).toEqual([
    0, 1, 2, 3, 4,
  ]);
  expect(matching(abroad, "Wrocł").map(({ name }) => name)).toEqual(["Wrocław"]);
});

it("D-03 at most a hundred are offered", () => {
  const many = Array.from({ length: 150 }, (_, id) => ({ id, name: `Town ${id}` }));
  expect(matching(many, "town")).toHaveLength(100);
});
