// Whole battles, by mouse and by keyboard alone.

import type { Page } from "@playwright/test";

import { asked, begin, changed, expect, isOver, position, SKIRMISH, test } from "./support/test";

/** More orders than any of these battles takes. */
const MOST_ORDERS = 120;

/** One order with nothing but the mouse, on the board where it can be. */
async function orderByMouse(page: Page, number: number): Promise<void> {
  const before = await position(page);
  const confirm = async () => {
    await expect(page.locator(".chances tr").first()).toBeVisible();
    await page.getByRole("button", { name: "Do it" }).click();
  };
  if ((await page.locator("[data-turn]").count()) > 0) {
    await clickMiddle(page, "[data-turn]", number);
  } else if ((await page.locator("[data-spot]").count()) > 0) {
    await clickMiddle(page, "[data-spot]", number);
    const question = page.getByRole("button", { name: "Do it" });
    const here = page.locator(".here-orders button");
    await expect(question.or(here.first())).toBeVisible();
    if (!(await question.isVisible())) {
      await here.first().click();
    }
  } else {
    const others = page.locator(".others button");
    await others.nth(number % (await others.count())).click();
  }
  await changed(page, before, confirm);
}

async function clickMiddle(page: Page, selector: string, number: number): Promise<void> {
  const marks = page.locator(selector);
  const mark = marks.nth(number % (await marks.count()));
  const box = await mark.boundingBox();
  await page.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2);
}

test("a whole battle by mouse", async ({ page, server }) => {
  await begin(page, server, { file: SKIRMISH });
  await asked(page);
  let orders = 0;
  while (!(await isOver(page))) {
    await orderByMouse(page, orders);
    orders += 1;
    expect(orders).toBeLessThan(MOST_ORDERS);
  }
  expect(orders).toBeGreaterThan(0);
  await expect(page.locator(".verdict")).not.toBeEmpty();
});

test("a whole battle by keyboard alone", async ({ page, server }) => {
  await page.addInitScript(() =>
    localStorage.setItem("sandtable.settings", JSON.stringify({ speed: 0, quick: false })),
  );
  await page.goto(server.url);
  const key = (name: string) => page.keyboard.press(name);
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLSelectElement | null;
      return element?.labels?.[0]?.textContent ?? element?.textContent ?? "";
    });
  await expect(page.getByRole("button", { name: "Begin the battle" })).toBeFocused();
  const tabTo = async (label: string, by = "Tab") => {
    for (let i = 0; !(await focused()).startsWith(label); i++) {
      await key(by);
      expect(i).toBeLessThan(20);
    }
  };
  await tabTo("Opponent");
  await page.keyboard.type("drill");
  await tabTo("A scenario of my own");
  await key("Enter");
  await tabTo("A scenario file");
  const choosing = page.waitForEvent("filechooser");
  await key("Enter");
  await (await choosing).setFiles(SKIRMISH);
  await expect(page.locator(".summary")).toContainText("your own file");
  await tabTo("Begin", "Shift+Tab");
  await key("Enter");
  await page.locator("svg.map").waitFor();
  await asked(page);
  let orders = 0;
  while (!(await isOver(page))) {
    await orderByKeyboard(page, orders);
    orders += 1;
    expect(orders).toBeLessThan(MOST_ORDERS);
  }
  expect(orders).toBeGreaterThan(0);
});

/** One order with nothing but keys: over the board where it can be, else from the list. */
async function orderByKeyboard(page: Page, number: number): Promise<void> {
  const key = (name: string) => page.keyboard.press(name);
  const before = await position(page);
  const question = page.getByRole("button", { name: "Do it" });
  const confirm = async () => {
    // It has the focus.
    await expect(question).toBeFocused();
    await key("Enter");
  };
  await key("Escape");
  await key("b");
  await expect(page.locator("svg.map")).toBeFocused();
  const spots = await page.locator("[data-spot]").count();
  if (spots > 0 && number % 3 !== 2) {
    for (let i = 0; i <= number % spots; i++) {
      await key("n");
    }
    await expect(page.locator(".cursor")).toBeVisible();
    await key("Enter");
    await expect(question.or(page.locator(".here-orders button").first())).toBeVisible();
    await key((await question.isVisible()) ? "Enter" : "1");
    await changed(page, before, confirm);
    return;
  }
  await key("/");
  await expect(page.locator("#filter")).toBeFocused();
  const names = await page.locator(".decisions li b").allInnerTexts();
  await page.keyboard.type(names[number % names.length]!);
  await key("Enter");
  await changed(page, before, confirm);
}
