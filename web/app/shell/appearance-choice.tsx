import { appearances } from "../appearance.ts";
import classes from "./footer.module.css";

/**
 * Light, dark or as the system is set. The public script applies and remembers it (public-script/appearance.ts, row
 * H-14).
 */
export function AppearanceChoice() {
  return (
    <fieldset className={classes.appearance}>
      <legend className="visually-hidden">Appearance</legend>
      {appearances.map(({ value, text }) => (
        <label key={value}>
          <input
            type="radio"
            name="appearance"
            value={value}
            defaultChecked={value === "system"}
            data-appearance-choice
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
