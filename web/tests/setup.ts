import type { TestProject } from "vitest/node";
import { House } from "./house.ts";

declare module "vitest" {
  export interface ProvidedContext {
    house: string;
  }
}

/** One house for all tests that do not kill it; `SANGUIS_URL` names a running one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.SANGUIS_URL;
  if (running) {
    project.provide("house", running);
    return async () => {};
  }
  const house = await House.open();
  project.provide("house", house.url);
  return () => house.close();
}
