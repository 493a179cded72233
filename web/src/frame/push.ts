import type { PushSubscription as Subscription } from "../wire.ts";
import { t } from "../words/words.svelte.ts";
import { api } from "./api.ts";

/** Lets this browser hear "your turn" while no page is open. */
export async function subscribe(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("settings.push-denied"));
  const worker = await navigator.serviceWorker.ready;
  // Why it fails is said in the browser's own words, which help nobody.
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => {
    throw new Error(t("settings.push-failed"));
  });
  await api.subscribe(found.toJSON() as Subscription);
}
