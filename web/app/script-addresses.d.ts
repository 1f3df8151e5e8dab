// `import address from "./every-page.ts?script"`, see vite.config.ts.
declare module "*?script" {
  const address: string;
  export default address;
}
