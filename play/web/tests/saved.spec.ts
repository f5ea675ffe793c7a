// Battles in files: saved in the middle, gone on with.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import type { Server } from "./support/server";
import { asked, begin, expect, position, test } from "./support/test";

/** Chooses a file on the first page. */
async function choose(page: Page, server: Server, file: { name: string; text: string }): Promise<void> {
  await page.goto(server.url);
  await page.getByText("Continue a saved battle").click();
  await page
    .getByLabel("A saved battle")
    .setInputFiles({ name: file.name, mimeType: "text/plain", buffer: Buffer.from(file.text) });
}

/** Saves the battle, as the browser would. */
async function saved(page: Page): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/** Gives the first order of the list. */
async function order(page: Page): Promise<void> {
  const before = await position(page);
  await page.locator(".decisions li button").first().click();
  await expect.poll(() => position(page)).not.toBe(before);
  await asked(page);
}

test("a battle is saved to a file and goes on from it", async ({ page, server }) => {
  await begin(page, server, { scenario: "meeting-engagement", side: "second" });
  await asked(page);
  await order(page);
  const before = await position(page);
  const entries = await page
    .getByRole("tab", { name: "Log" })
    .click()
    .then(() => page.locator(".log .entry").count());
  const file = await saved(page);
  expect(file.name).toBe("meeting-engagement.jsonl");

  await choose(page, server, file);
  await expect(page.locator(".summary")).toContainText("goes on from meeting-engagement.jsonl");
  await expect(page.getByLabel("Rules", { exact: true })).toBeDisabled();
  await expect(page.getByLabel("Scenario", { exact: true })).toBeDisabled();
  await expect(page.getByLabel("You play", { exact: true })).toHaveValue("second");
  await expect(page.getByLabel("Opponent", { exact: true })).toHaveValue("drill");
  await page.getByRole("button", { name: "Go on with the battle" }).click();
  await page.locator("svg.map").waitFor();
  await asked(page);
  expect(await position(page)).toBe(before);
  await page.getByRole("tab", { name: "Log" }).click();
  expect(await page.locator(".log .entry").count()).toBe(entries);
  await page.getByRole("tab", { name: "Orders" }).click();
  await order(page);
});

test("a battle that was saved in the terminal goes on here", async ({ page, server }) => {
  const folder = mkdtempSync(join(tmpdir(), "sandtable-saved-"));
  const path = join(folder, "battle.save");
  const program = process.env["SANDTABLE_PROGRAM"]!;
  execFileSync(program, ["play", "--terminal", "--scenario", "tiny-duel", "--opponent", "eager", "--seed", "3"], {
    input: `save ${path}\nquit\n`,
    env: { ...process.env, SANDTABLE_STATE: folder },
  });
  const file = { name: "battle.save", text: readFileSync(path, "utf8") };
  rmSync(folder, { recursive: true });
  await choose(page, server, file);
  await expect(page.locator(".summary")).toContainText("Tiny Duel");
  await expect(page.getByLabel("You play", { exact: true })).toHaveValue("first");
  await expect(page.getByLabel("Opponent", { exact: true })).toHaveValue("eager");
  await page.getByRole("button", { name: "Go on with the battle" }).click();
  await page.locator("svg.map").waitFor();
  await expect(page.locator(".side.first")).toContainText("you");
});

test("what cannot be gone on with is refused in one line", async ({ page, server }) => {
  await begin(page, server, { scenario: "tiny-duel", side: "both" });
  await asked(page);
  const good = await saved(page);
  const trouble = page.getByRole("alert");
  await choose(page, server, { name: "notes.txt", text: "Dear diary" });
  await expect(trouble).toContainText("notes.txt is neither a record nor a saved battle");
  await choose(page, server, { name: "cut.jsonl", text: good.text.slice(0, -5) });
  await page.getByRole("button", { name: "Go on with the battle" }).click();
  await expect(trouble).toContainText(/^line \d+: /);
  await choose(page, server, { name: "over.jsonl", text: `${good.text}{"resign":{"seat":"first"}}\n` });
  await page.getByRole("button", { name: "Go on with the battle" }).click();
  await expect(trouble).toContainText("this battle is over");
  await choose(page, server, { name: "huge.jsonl", text: good.text + " ".repeat(1 << 20) });
  await page.getByRole("button", { name: "Go on with the battle" }).click();
  await expect(trouble).toContainText("too large");
  await page.getByRole("button", { name: "Without it" }).click();
  await expect(page.getByRole("button", { name: "Begin the battle" })).toBeEnabled();
});

test("a battle that hides something stays with the program", async ({ page, server }) => {
  await begin(page, server, { scenario: "supply-column" });
  await asked(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Something is hidden from you here");
});
