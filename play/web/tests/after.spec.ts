// After a battle: replay, report, record.

import { readFileSync } from "node:fs";

import type { Page } from "@playwright/test";

import { asked, begin, expect, test } from "./support/test";
import type { Server } from "./support/server";

async function finished(page: Page, server: Server): Promise<void> {
  await begin(page, server, { scenario: "tiny-duel", side: "none", opponent: "drill", second: "drill" });
  await expect(page.getByRole("heading", { name: "The battle is over" })).toBeVisible();
  await asked(page);
}

test("a battle is replayed with a slider", async ({ page, server }) => {
  await finished(page, server);
  await page.getByRole("link", { name: "Replay" }).click();
  const slider = page.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(page.locator("output")).toContainText(/^1 \//);
  const where = () =>
    page
      .locator(".map .unit")
      .evaluateAll((units) =>
        units.map((unit) => `${unit.getAttribute("data-piece")} ${(unit as SVGGElement).style.transform}`).join(),
      );
  const start = await where();
  await page.keyboard.press("End");
  await expect.poll(where).not.toBe(start);
  await expect(page.locator(".log .entry.last")).toBeVisible();
  await page.keyboard.press("Home");
  await expect.poll(where).toBe(start);
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.locator("output")).not.toContainText(/^1 \//);
});

test("a report is read, printed and saved", async ({ page, server }) => {
  await finished(page, server);
  await page.getByRole("link", { name: "Report" }).click();
  await expect(page.locator(".report h1")).toBeVisible({ timeout: 90_000 });
  await expect(page.locator(".report h2").first()).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Markdown" }).click();
  const text = readFileSync(await (await saving).path(), "utf8");
  expect(text).toMatch(/^# /);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".report")).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
});

test("the record is saved, and the dice can be checked", async ({ page, server }) => {
  await finished(page, server);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Record" }).click();
  const [header] = readFileSync(await (await saving).path(), "utf8").split("\n");
  expect(JSON.parse(header!)).toHaveProperty("sandtable_record");
  await page.getByText("The dice can be checked").click();
  const [commitment, secret] = await page.locator(".secret code").allInnerTexts();
  const hash = await page.evaluate(async (hex) => {
    const bytes = Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16));
    return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
  }, secret!);
  expect(hash).toBe(commitment);
});
