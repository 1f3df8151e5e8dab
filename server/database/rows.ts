/** The one row of a query that always has one, such as an insert that returns it. Throws when there is none. */
export function oneRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("a query that always has a row returned none");
  return row;
}

/** What a reader found by an id that refers to an existing row. Throws when it is gone. */
export function existing<Row>(row: Row | null): Row {
  if (row === null) throw new Error("a row that another one refers to does not exist");
  return row;
}
