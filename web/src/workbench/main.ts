import "../lib/theme.css";
import "virtual:icons/frame";
import { mount } from "svelte";
import Workbench from "./Workbench.svelte";

mount(Workbench, { target: document.getElementById("app")! });
