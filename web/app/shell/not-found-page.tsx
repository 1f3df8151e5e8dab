import { data } from "react-router";
import { titled } from "../titled.ts";
import { NotFound } from "./problem-page.tsx";

export const meta = () => titled("Not found");

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <NotFound />;
}
