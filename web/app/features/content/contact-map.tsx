import classes from "./contact.module.css";

const reach = 0.006;

/**
 * A drawn map, so that a page view sends no request to other hosts. Clicking it loads the real map: in place with the
 * public script, on its own page without.
 */
export function ContactMap({ lat, lng, place }: { lat: number; lng: number; place: string }) {
  const box = [lng - reach * 1.6, lat - reach, lng + reach * 1.6, lat + reach]
    .map((side) => side.toFixed(5))
    .join("%2C");
  const title = `Map of ${place}`;
  return (
    <div className={classes.map}>
      <a
        href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`}
        rel="noreferrer"
        data-map={`https://www.openstreetmap.org/export/embed.html?bbox=${box}&layer=mapnik&marker=${lat}%2C${lng}`}
        data-title={title}
      >
        <svg viewBox="0 0 480 300" preserveAspectRatio="xMidYMid slice" fill="none" aria-hidden="true">
          <path d="M0 0h480v300H0z" fill="#E4EFEB" />
          <path d="M-10 236C80 214 132 250 214 226s150-66 276-38v112H-10z" fill="#BFD8D3" />
          <path d="M-10 250c92-20 142 14 226-10s148-62 274-36" stroke="#8FB6AE" strokeWidth="1.2" />
          <path d="M52 40l70-16 22 58-74 24zM330 24l84 18-14 66-82-16zM196 96l64-10 12 60-62 16z" fill="#D3E4DE" />
          <g stroke="#fff" strokeWidth="11" strokeLinecap="round">
            <path d="M-10 128C90 104 176 92 300 112s150 30 200 20" />
            <path d="M150-10c14 70 28 130 20 224" />
            <path d="M302-10c-10 50-6 80-2 122s-6 66-14 84" />
          </g>
          <g stroke="#fff" strokeWidth="6" strokeLinecap="round">
            <path d="M-10 62c60 0 110-14 164-16M168 168c50-6 90-12 124-14M304 60c60 6 120 2 190-14M60 112L36 210M404 128l22 60M232 104l6 48" />
          </g>
          <path d="M246 0v122" stroke="#B07D2B" strokeWidth="1.6" />
          <path d="M235 122h22l4 9-15 31-15-31z" fill="#B07D2B" />
          <path d="M235 122h11v40l-15-31z" fill="#D9AE5F" />
          <circle cx="246" cy="168" r="4" fill="#16262B" />
        </svg>
        <span>
          {place}
          <strong>Show the real map</strong>
        </span>
      </a>
      <p className="small">The real map comes from OpenStreetMap, which then sees your address.</p>
    </div>
  );
}
