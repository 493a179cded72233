import "./lib/theme.css";
import "virtual:icons/frame";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./frame/settings.svelte.ts";

settings.apply();
settings.follow();
mount(App, { target: document.getElementById("app")! });

// Only for the notice when offline and for "your turn" without an open page; it never keeps anything of a match.
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
