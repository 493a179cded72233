import { expect, it } from "vitest";
import { detail } from "./detail.svelte.ts";

it("an open detail view follows the scene", () => {
  let wounds = $state(2);
  const what = () => ({ title: `Wounds ${wounds}/4` });
  detail.show(document.createElement("div"), what);
  expect(detail.shown?.title).toBe("Wounds 2/4");
  wounds = 3;
  expect(detail.shown?.title).toBe("Wounds 3/4");
  // The view of another element stays open.
  detail.hide(() => null);
  expect(detail.shown?.title).toBe("Wounds 3/4");
  detail.hide(what);
  expect(detail.shown).toBeNull();
});
