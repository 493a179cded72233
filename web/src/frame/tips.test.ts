import { expect, it } from "vitest";
import { firstSentence, isNew } from "./tips.ts";

const rules = "# Game\n\n## 4. The dagger\n\n**4.1** The holder *strikes* or passes. Then\nsomething else.\n\n**4.2** No full stop";

it("a tip is the first sentence of its rule, without markup", () => {
  expect(firstSentence(rules, "4.1")).toBe("The holder strikes or passes.");
  expect(firstSentence(rules, "4.2")).toBe("No full stop");
  expect(firstSentence(rules, "9.9")).toBe("");
});

it("each rule is new once, for each game", () => {
  localStorage.clear();
  expect([isNew("a", "1.1"), isNew("a", "1.1"), isNew("b", "1.1"), isNew("a", "1.2")]).toEqual([true, false, true, true]);
});
