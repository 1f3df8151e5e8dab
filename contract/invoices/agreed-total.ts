/** Where an engagement's invoices stand against its agreed total, in pence; of `left` and `beyond` one is always 0. */
export type Standing = { invoicedPence: number; leftPence: number; beyondPence: number };

/**
 * How much is invoiced once an invoice of `addedPence` is sent. An invoice beyond the agreed total is not refused,
 * because the documented call has no field to confirm it with: the advisor's page asks first, and the customer reads it
 * before paying (ADR-022).
 */
export function standingAfter(engagement: { agreedPence: number; invoicedPence: number }, addedPence = 0): Standing {
  const invoicedPence = engagement.invoicedPence + addedPence;
  return {
    invoicedPence,
    leftPence: Math.max(0, engagement.agreedPence - invoicedPence),
    beyondPence: Math.max(0, invoicedPence - engagement.agreedPence),
  };
}
