import { beforeEach, expect, it, vi } from "vitest";
import type { GameBox } from "../wire.ts";
import { habitOf, isNewcomer, keepHabit } from "./habits.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
});
const levels = ["easy", "normal", "hard"].map((id) => ({ id, help: "" }));
const box = { id: "bloodlust", min_players: 2, max_players: 10, usual_players: 4, levels } as unknown as GameBox;

it("gives newcomers easy bots and a small table", () => {
  expect(isNewcomer("bloodlust")).toBe(true);
  expect(habitOf(box)).toEqual({ level: "easy", players: 3 });
  expect(habitOf({ ...box, id: "another" })).toEqual({ level: "easy", players: 2 });
});

it("gives others the usual, then what they chose last", () => {
  keepHabit("bloodlust");
  expect(isNewcomer("bloodlust")).toBe(false);
  expect(isNewcomer("bloodwood")).toBe(true);
  expect(habitOf(box)).toEqual({ level: "normal", players: 4 });
  keepHabit("bloodlust", { level: "hard", players: 6 });
  keepHabit("bloodlust");
  expect(habitOf(box)).toEqual({ level: "hard", players: 6 });
});

it.each(["", "[", "7", "null", '{"bloodwood":{}}'])("takes damaged storage for none: %s", (text) => {
  stored.set("sanguis.habits", text);
  expect(isNewcomer("bloodlust")).toBe(true);
});

it("does not offer what the game does not have", () => {
  keepHabit("bloodlust", { level: "superb", players: 77 });
  expect(habitOf(box)).toEqual({ level: "normal", players: 4 });
});
