/** The checker in JavaScript alone, of which the package has no types; its other form starts programs. */
declare module "recheck/lib/browser.js" {
  const recheck: {
    checkSync(
      source: string,
      flags: string,
      limits: { timeout: null; attackTimeout: null },
    ): {
      readonly status: "safe" | "vulnerable" | "unknown";
      readonly complexity?: { readonly summary: string };
      readonly attack?: { readonly pattern: string };
    };
  };
  export default recheck;
}
