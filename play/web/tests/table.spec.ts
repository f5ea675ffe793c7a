// What happens at the table besides the battle itself: dice of one's own, undo, reload, a server that dies, two
// people, two agents, reach, odds, hint, why.

import type { Locator, Page } from "@playwright/test";

import { asked, begin, changed, expect, position, test } from "./support/test";

/** Gives the first order of the list that begins so. */
async function order(page: Page, beginning: string): Promise<void> {
  const before = await position(page);
  await page
    .locator(".decisions li button", { hasText: new RegExp(`^${beginning}`) })
    .first()
    .click();
  await expect.poll(() => position(page)).not.toBe(before);
  await asked(page);
}

test("dice thrown at one's own table", async ({ page, server }) => {
  await begin(page, server, { scenario: "tiny-duel", dice: "typed" });
  const fields = page.locator(".throw-entry input");
  await expect(fields).toHaveCount(2);
  const done = page.getByRole("button", { name: "These are the dice" });
  await expect(done).toBeDisabled();
  await fields.nth(0).fill("13");
  await fields.nth(1).fill("3");
  await expect(done).toBeDisabled();
  await fields.nth(0).fill("11");
  await done.click();
  await expect(page.locator(".log .throw").first()).toContainText("D12: 11");
  await expect(page.locator(".log .throw").first()).toContainText("D12: 3");
});

test("a decision is taken back, and a throw is not", async ({ page, server }) => {
  await begin(page, server, { scenario: "meeting-engagement" });
  await asked(page);
  const undo = page.getByRole("button", { name: "Undo" });
  const before = await position(page);
  await expect(undo).toBeDisabled();
  await expect(page.locator("#undo-why")).not.toBeEmpty();
  await order(page, "activate");
  await expect(undo).toBeEnabled();
  await undo.click();
  await expect.poll(() => position(page)).toBe(before);
});

test("a reload in the middle of a turn", async ({ page, server }) => {
  await begin(page, server, { scenario: "meeting-engagement" });
  await asked(page);
  await order(page, "activate");
  const before = await position(page);
  const units = await page.locator(".unit").count();
  await page.reload();
  await asked(page);
  expect(await position(page)).toBe(before);
  expect(await page.locator(".map .unit").count()).toBe(units);
});

test("the server is killed in the middle and started again", async ({ page, server }) => {
  await begin(page, server, { scenario: "meeting-engagement" });
  await asked(page);
  await order(page, "activate");
  const before = await position(page);
  await server.kill();
  await expect(page.getByText("The program does not answer")).toBeVisible();
  await server.start();
  await expect(page.getByText("The program does not answer")).toBeHidden();
  expect(await position(page)).toBe(before);
  await page.locator(".decisions li button").first().click();
  await expect.poll(() => position(page)).not.toBe(before);
});

test("two people at one screen", async ({ page, server }) => {
  await begin(page, server, { scenario: "tiny-duel", side: "both" });
  const seats = new Set<string>();
  for (let i = 0; i < 80 && seats.size < 2; i++) {
    await asked(page);
    if (await page.locator(".over").isVisible()) {
      break;
    }
    seats.add((await page.locator(".side.to-move").innerText()).split("\n")[0]!);
    const before = await position(page);
    await page.locator(".decisions li button").last().click();
    await changed(page, before, () => page.getByRole("button", { name: "Do it" }).click());
  }
  expect(seats.size).toBe(2);
});

test("two agents are watched, paused and stepped through", async ({ page, server }) => {
  await begin(page, server, { scenario: "tiny-duel", side: "none", opponent: "drill", second: "eager" }, 1);
  const pause = page.getByRole("button", { name: "Pause" });
  await pause.click();
  const shown = () => page.locator("p.now").innerText();
  const before = await shown();
  await page.waitForTimeout(1500);
  expect(await shown()).toBe(before);
  await page.getByRole("button", { name: "One step on" }).click();
  await expect.poll(shown).not.toBe(before);
  await page.getByRole("button", { name: "One step back" }).click();
  await expect.poll(shown).toBe(before);
  await page.getByRole("button", { name: "To now" }).click();
  await expect(page.getByRole("heading", { name: "The battle is over" })).toBeVisible();
});

/** Ends one's own turn, if it is that. */
async function end(page: Page, until: Locator): Promise<void> {
  const order = page.locator(".decisions li button", { hasText: /^end/ }).first();
  await expect(order.or(until).first()).toBeVisible();
  if (await order.isVisible()) {
    await order.click();
  }
}

test("what the opponent does is drawn as it is told", async ({ page, server }) => {
  await begin(page, server, { scenario: "meeting-engagement" }, 0.5);
  const way = page.locator(".gone.second .line").first();
  await end(page, way);
  await expect(way).toBeVisible({ timeout: 60_000 });
});

test("how far the opponent's thought is, shows", async ({ page, server }) => {
  await page.goto(`${server.url}?scenario=meeting-engagement&opponent=mcts:60s`);
  await page.getByRole("button", { name: "Begin the battle" }).click();
  const thought = page.getByText(/^\d+ positions looked at; so far: /);
  await end(page, thought);
  await expect(thought).toBeVisible({ timeout: 60_000 });
});

test("a unit shows its reach, an enemy too, and all of them on demand", async ({ page, server }) => {
  await begin(page, server, { scenario: "meeting-engagement" });
  await asked(page);
  for (const side of ["first", "second"]) {
    const unit = await page.locator(`.map .unit.${side} .block`).first().boundingBox();
    await page.mouse.click(unit!.x + unit!.width / 2, unit!.y + unit!.height / 2);
    await expect(page.locator(".reach .could").first()).toBeVisible();
    await expect(page.locator(".pointed")).toContainText("value");
  }
  await page.getByRole("button", { name: "Enemy reach" }).click();
  await expect(page.locator(".threat")).toBeVisible();
  await page.getByRole("button", { name: "Enemy reach" }).click();
  await expect(page.locator(".threat")).toHaveCount(0);
});

test("a hint is thought about, and why it was given is told", async ({ page, server }) => {
  await begin(page, server, { scenario: "meeting-engagement" });
  await asked(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByText(/^The adviser would/)).toBeVisible();
  await page.getByRole("tab", { name: "Why" }).click();
  await expect(page.locator(".candidates").first()).toBeVisible();
});

test("giving up asks first, and a rematch changes sides", async ({ page, server }) => {
  await begin(page, server, { scenario: "meeting-engagement" });
  await asked(page);
  await expect(page.locator(".side.first")).toContainText("you");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Fight on" }).click();
  await expect(page.locator(".decisions")).toBeVisible();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Give it up" }).click();
  await expect(page.locator(".verdict")).toContainText("gave the battle up");
  await page.getByRole("button", { name: "Again, sides changed" }).click();
  await expect(page.locator(".side.second")).toContainText("you");
});
