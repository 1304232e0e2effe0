import { UsageError } from "../usage-error.ts";

const PACKAGES = ["@allurereport/core", "@allurereport/plugin-awesome"];

/**
 * Allure's page is made by packages that not every installation has; without the page nothing needs them.
 * @throws {UsageError} when one of them is not installed, with what to install.
 */
export function assertAllure(): void {
  const missing = PACKAGES.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  throw new UsageError(
    `Cannot write the page of Allure: not installed is ${missing.join(" and ")}; npm install ${missing.join(" ")}, or leave out --allure: --html writes a page without them`,
  );
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
