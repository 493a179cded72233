import { afterAll } from "vitest";
import { inPocket, serveFiles } from "./files.ts";
import { House } from "./house.ts";

export { at, inPocket } from "./files.ts";

// Each file of tests has a house of its own, so that files that run side by side do not meet each other's tables.
const running = process.env.SANGUIS_URL;
const own = inPocket ? await serveFiles() : running ? null : await House.open();
afterAll(() => own?.close());

/** The address of the house; `SANGUIS_URL` names one that is running already. */
export const house = own?.url ?? running!;
