import { afterEach, expect, test, vi } from "vitest";

const call = vi.hoisted(() => vi.fn());
vi.mock("./call.ts", () => ({ call }));
const { fileIn, newestOf, renew } = await import("./file-addresses.ts");

const issued = (id: number, at: number, word = "a") =>
  `/files/${id}/a.png?until=${Math.floor(at / 1000) + 300}&signature=${word}`;

afterEach(() => vi.clearAllMocks());

test("decision 31 only signed addresses expire", () => {
  expect(fileIn(issued(7, 0))).toEqual({ id: 7, until: 300 });
  for (const address of ["/assets/a.png", "https://pictures.example/files/7/a.png?until=3&signature=x", "/files/7"])
    expect(fileIn(address)).toBeNull();
  expect(newestOf("https://pictures.example/a.png")).toBe("https://pictures.example/a.png");
});

test("decision 31 every place on a page uses the newest address of a file, in whichever order they arrived", () => {
  const [old, young] = [issued(1, Date.now() - 200_000, "old"), issued(1, Date.now() - 10_000, "young")];
  expect(newestOf(old)).toBe(old);
  expect(newestOf(young)).toBe(young);
  expect(newestOf(old)).toBe(young);
});

test("decision 31 addresses are renewed together, and one that is refused stays as it is", async () => {
  call.mockImplementation(async () => [{ id: 2, file: issued(2, Date.now(), "new") }]);
  const gone = newestOf(issued(3, 0));
  await Promise.all([renew([2]), renew([3, 2])]);
  expect(call.mock.calls.map(([, { query }]) => query)).toEqual([{ ids: "2,3" }]);
  expect(newestOf(issued(2, 0))).toContain("new");
  expect(newestOf(gone)).toBe(gone);
});
