import "../lib/theme.css";
import "virtual:icons/frame";
import { mount } from "svelte";
import App from "../App.svelte";
import { useApi } from "../frame/api.ts";
import { useLink } from "../frame/link.ts";
import { settings } from "../frame/settings.svelte.ts";
import Curtain from "./Curtain.svelte";
import Device from "./Device.svelte";
import { client, inPocket } from "./client.svelte.ts";

// The same pages as a house serves, with a host of their own in a worker: a folder of files that any server can offer.

useApi(inPocket);
useLink((table, events) => client.connect(table, events));
settings.apply();
settings.follow();
const target = document.getElementById("app")!;
mount(App, { target });
mount(Device, { target });
mount(Curtain, { target });

/** Pages are behind a # here; a link that is about to be followed is written so, also for "open in a new tab". */
function relative(event: Event): void {
  const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
  link?.setAttribute("href", `#${link.getAttribute("href")}`);
}
for (const kind of ["pointerover", "pointerdown", "focusin"]) addEventListener(kind, relative, { capture: true });

addEventListener("click", async (event) => {
  const link = (event.target as Element | null)?.closest?.('a[href^="#record/"]');
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  const id = link.getAttribute("href")!.slice("#record/".length);
  const text = await client.call<string>("record", id);
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  file.download = `${(JSON.parse(text) as { game: string }).game}-${id}.json`;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 10_000);
}, { capture: true });

// Browsers may delete what pages keep; one that is asked not to mostly does not.
void navigator.storage?.persist?.();
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("sw.js");

declare global {
  interface Window {
    /** For tests and measurements. */
    pocket: typeof client;
  }
}
window.pocket = client;
