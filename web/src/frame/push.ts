import type { PushSubscription as Subscription } from "../wire.ts";
import { t } from "../words/words.svelte.ts";
import { api } from "./api.ts";

/** Subscribes this browser to "your turn" notices, sent while no page is open. */
export async function subscribe(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("settings.push-denied"));
  const worker = await navigator.serviceWorker.ready;
  // The browser's own error texts do not help a player.
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => {
    throw new Error(t("settings.push-failed"));
  });
  await api.subscribe(found.toJSON() as Subscription);
}
