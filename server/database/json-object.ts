import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * SQL column: several columns as one JSON object, which is converted at once rather than column by column; for lists with many
 * columns. Moments are strings in it (`isoOf`).
 */
export const jsonObject = <Row>(columns: Record<string, SQLWrapper>): SQL<Row> =>
  sql<Row>`json_build_object(${sql.join(
    Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )})`;
