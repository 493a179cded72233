// `cargo xtask release` lists what its files are made of, as CycloneDX: crates, and npm packages.
//
//   cargo tree … --format '{p}|{l}' | node build/bill.js VERSION FILE

import { readFileSync, writeFileSync } from "node:fs";

/** What goes into the pages. Everything else in the lock file is for building and testing them. */
const IN_PAGES = new Set(["svelte", "@fontsource/grenze", "@fontsource/grenze-gotisch", "@iconify-json/game-icons", "clsx", "esm-env"]);

const [version, file] = process.argv.slice(2);
const part = (kind, name, version, licence, scope) => ({
  type: "library",
  name,
  version,
  scope,
  purl: `pkg:${kind}/${name.replace("@", "%40")}@${version}`,
  ...(licence ? { licenses: [{ expression: licence.replace(/\s*\/\s*/g, " OR ") }] } : {}),
});

const crates = readFileSync(0, "utf8")
  .split("\n")
  // Our own crates, which have a path, are the program.
  .filter((line) => line.includes("|") && !line.includes("(/"))
  .map((line) => /^(\S+) v(\S+).*\|(.*)$/.exec(line))
  .map(([, name, version, licence]) => part("cargo", name, version, licence, "required"));

const { packages } = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
const npm = Object.entries(packages)
  .filter(([path]) => path)
  .map(([path, { version, license }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return part("npm", name, version, license, IN_PAGES.has(name) ? "required" : "excluded");
  });
const missing = [...IN_PAGES].filter((name) => !npm.some((part) => part.name === name));
if (crates.length === 0 || missing.length > 0) throw new Error(`These are not in the lock files: ${missing.join(", ") || "crates"}`);

const components = [...new Map([...crates, ...npm].map((part) => [part.purl, part])).values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
const bill = { bomFormat: "CycloneDX", specVersion: "1.5", version: 1, metadata: { component: { type: "application", name: "sanguis", version } }, components };
writeFileSync(file, `${JSON.stringify(bill, null, 1)}\n`);
const listed = (kind) => components.filter(({ purl }) => purl.startsWith(`pkg:${kind}/`)).length;
console.log(`${listed("cargo")} crates and ${listed("npm")} npm packages are listed.`);
