import "./lib/theme.css";
import "virtual:icons/frame";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./frame/settings.svelte.ts";

settings.apply();
settings.follow();
mount(App, { target: document.getElementById("app")! });

// Only shows the offline page and "your turn" notices; it caches nothing of a match.
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
