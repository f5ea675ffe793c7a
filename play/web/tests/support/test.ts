// What every browser test has: a server, and a page that watches itself for faults.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, type Page, test as base } from "@playwright/test";

import { Server } from "./server";

export const test = base.extend<{ faults: string[] }, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.end();
    },
    { scope: "worker" },
  ],
  // A page that was built since the program was: scripts and styles from `dist`, all else from the program.
  context: async ({ context }, use) => {
    if (process.env["SANDTABLE_DIST"] !== undefined) {
      await context.route(/\/app\.(js|css)$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: readFileSync(`dist${new URL(route.request().url()).pathname}`) });
      });
    }
    await use(context);
  },
  // Errors and warnings of the page, broken rules of its security policy too, fail the test.
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        const isLost = message.text().includes("WebSocket connection");
        if (["error", "warning"].includes(message.type()) && !isLost) {
          faults.push(message.text());
        }
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** What is chosen for a new battle; all else as the page has it. */
export interface Choice {
  /** A scenario file instead of one that ships. */
  file?: string;
  scenario?: string;
  side?: "first" | "second" | "both" | "none";
  opponent?: string;
  second?: string;
  dice?: "server" | "typed";
}

/** A battle that takes a few dozen orders. */
export const SKIRMISH = fileURLToPath(new URL("./skirmish.toml", import.meta.url));

/**
 * Opens the page and begins a battle; others' steps are shown at once.
 *
 * The dice are new each time. The least scenarios can be over before the person is asked anything: who needs to be
 * asked takes one that no first turn can end, `meeting-engagement`.
 */
export async function begin(page: Page, server: Server, choice: Choice = {}, speed = 0): Promise<void> {
  await page.addInitScript((pace) => {
    if (localStorage.getItem("sandtable.settings") === null) {
      localStorage.setItem("sandtable.settings", JSON.stringify({ speed: pace, quick: false }));
    }
  }, speed);
  await page.goto(server.url);
  const select = async (label: string, value: string | undefined) => {
    if (value !== undefined) {
      await page.getByLabel(label, { exact: true }).selectOption(value);
    }
  };
  await select("Scenario", choice.scenario);
  await select("You play", choice.side);
  await select(
    choice.side === "none" ? "South" : "Opponent",
    choice.side === "both" ? undefined : (choice.opponent ?? "drill"),
  );
  await select("North", choice.side === "none" ? choice.second : undefined);
  await select("Dice", choice.dice);
  if (choice.file !== undefined) {
    await page.getByText("A scenario of my own").click();
    await page.getByLabel("A scenario file").setInputFiles(choice.file);
    await expect(page.locator(".summary")).toContainText("your own file");
  }
  await page.getByRole("button", { name: "Begin the battle" }).click();
  await page.locator("svg.map").waitFor();
}

/** Whether the battle is over. */
export function isOver(page: Page): Promise<boolean> {
  return page.getByRole("heading", { name: "The battle is over" }).isVisible();
}

/** Waits until something is asked of the person, or the battle is over. */
export async function asked(page: Page): Promise<void> {
  await expect(page.locator(".decisions, .over, .throw-entry").first()).toBeVisible();
}

/** The prompt and the list of decisions: what changes with every order. Empty while nothing is asked. */
export function position(page: Page): Promise<string> {
  // At one instant: what is asked may be gone the next.
  return page.evaluate(() => {
    const texts = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
    return [...texts("#prompt"), ...texts(".decisions li b")].join("\n");
  });
}

/** Waits for what an order came to: another position, after the question before a throw, which `confirm` answers. */
export async function changed(page: Page, before: string, confirm: () => Promise<void>): Promise<void> {
  const question = page.getByRole("button", { name: "Do it" });
  let isAnswered = false;
  await expect
    .poll(async () => {
      if (!isAnswered && (await question.isVisible())) {
        isAnswered = true;
        await confirm();
      }
      return position(page);
    })
    .not.toBe(before);
  await asked(page);
}

export { expect };
