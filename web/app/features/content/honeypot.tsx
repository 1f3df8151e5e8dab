/** A field that people do not see and robots fill in: such forms are thanked and dropped (row F-02). */
export function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor="website">Leave this empty</label>
      <input id="website" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
