import "./ui/tokens.css";
import "./ui/fonts.css";
import "./ui/base.css";
import { product } from "@plumbline/contract/product.ts";
import { type ReactNode, useContext, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useNavigate } from "react-router";
import { firstPaint } from "./first-paint.ts";
import { setNavigate } from "./go.ts";
import { NonceContext } from "./nonce.ts";
import { ProblemPage } from "./shell/problem-page.tsx";
import { Shell } from "./shell/shell.tsx";
import visit from "./shell/visit.js?url";
import { titled } from "./titled.ts";
import fraunces from "./ui/fonts/fraunces.woff2?url";
import inter from "./ui/fonts/inter.woff2?url";

export const links = () => [
  { rel: "preload", as: "font", type: "font/woff2", href: inter, crossOrigin: "anonymous" },
  { rel: "preload", as: "font", type: "font/woff2", href: fraunces, crossOrigin: "anonymous" },
  { rel: "icon", type: "image/svg+xml", href: "/icon.svg" },
];

export const meta = () => titled(product);

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  return (
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#F7F4EE" />
        <Meta />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, no one's input */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstPaint }} />
        <Links />
        <script type="module" src={visit} />
      </head>
      <body>
        <Shell>{children}</Shell>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const navigate = useNavigate();
  useEffect(() => {
    setNavigate((to) => void navigate(to));
    // Tells shell/visit.js that the router follows the links now.
    document.documentElement.dataset.alive = "";
    return () => setNavigate(null);
  }, [navigate]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <ProblemPage error={error} />;
}
