// The pictures of the docs: taken on purpose, with SANDTABLE_PICTURES=1.

import { fileURLToPath } from "node:url";

import type { Page } from "@playwright/test";

import { asked, begin, expect, test } from "./support/test";

const FOLDER = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));
const DESKTOP = { width: 1366, height: 860 };
const PHONE = { width: 390, height: 844 };

test.skip(process.env["SANDTABLE_PICTURES"] === undefined, "pictures are taken on purpose");

/** A picture, once everything lies still. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${FOLDER}web-${name}.png` });
}

async function click(page: Page, selector: string, number = 0): Promise<void> {
  await page.locator(selector).nth(number).scrollIntoViewIfNeeded();
  const box = await page.locator(selector).nth(number).boundingBox();
  await page.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2);
}

/** Plays what an adviser would until an order of this kind can be given. */
async function until(page: Page, beginning: RegExp): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await asked(page);
    const names = await page.locator(".decisions li b").allInnerTexts();
    if (names.some((name) => beginning.test(name))) {
      return;
    }
    const before = `${await page.locator("#prompt").innerText()}${names.join()}`;
    const move = page.locator(".decisions li button", { hasText: /^(activate|together|move first|to )/ });
    const count = await move.count();
    await (count > 0 ? move.nth(Math.floor(count * 0.8)) : page.locator(".decisions li button").first()).click();
    await expect
      .poll(async () =>
        (await page.locator("#prompt").count()) === 0
          ? ""
          : `${await page.locator("#prompt").innerText()}${(await page.locator(".decisions li b").allInnerTexts()).join()}`,
      )
      .not.toBe(before);
  }
}

for (const [device, viewport] of [
  ["desktop", DESKTOP],
  ["phone", PHONE],
] as const) {
  test(`pictures at ${device} width`, async ({ page, server }) => {
    test.setTimeout(600_000);
    await page.setViewportSize(viewport);
    await page.goto(server.url);
    await page.getByRole("button", { name: "Begin the battle" }).waitFor();
    if (device === "desktop") {
      await take(page, "new-desktop");
    }
    await begin(page, server, { scenario: "meeting-engagement" });
    await asked(page);
    await click(page, ".spot.choose", 5);
    await expect(page.locator(".reach .could").first()).toBeVisible();
    await take(page, `reach-${device}`);
    await page.keyboard.press("Escape");
    await until(page, /^(fire|close)/);
    await click(page, ".targets circle");
    await expect(page.locator(".chances tr").first()).toBeVisible();
    await take(page, `odds-${device}`);
  });
}

test("pictures of what lies beside the board", async ({ page, server }) => {
  test.setTimeout(600_000);
  await page.setViewportSize(DESKTOP);
  await begin(page, server, { scenario: "bridge-village", opponent: "mcts" });
  await asked(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".hinted")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Why" }).click();
  await expect(page.locator(".candidates").first()).toBeVisible();
  await take(page, "why-desktop");
});
