// What the page promises: no fault for people who cannot see or point, light, quick, and no word to anybody else.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

import type { CDPSession, Page } from "@playwright/test";

import { asked, begin, expect, test } from "./support/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Everything that a first visit may weigh. */
const FIRST_LOAD = 300 * 1024;
/** From a click to its highlights, in milliseconds. */
const HIGHLIGHT = 50;
/** How much longer that may take on the clock of a machine that draws in software, beside other work. */
const IN_CI = 5;
/** From opening the page to the first decision, in milliseconds. */
const FIRST_MOVE = 5000;

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** A name on what may have none: a fault when it is empty, and for a person to review when it has text. */
const NAMED_IN_VAIN = "aria-prohibited-attr";

/** What axe-core finds serious or worse, whatever has been loaded at that instant. */
async function serious(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async (also) => {
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: Violation[]; incomplete: Violation[] }> };
    };
    const { violations, incomplete } = await axe.run();
    return [...violations, ...incomplete.filter(({ id }) => id === also)].map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html }) => ({ html: html.slice(0, 160) })),
    }));
  }, NAMED_IN_VAIN);
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

test("axe-core finds no serious fault on any page", async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByRole("button", { name: "Begin the battle" }).waitFor();
  expect(await serious(page)).toEqual([]);
  await begin(page, server, { scenario: "meeting-engagement" });
  await asked(page);
  for (const tab of ["Orders", "Log", "Forces", "Why", "Text"]) {
    await page.getByRole("tab", { name: tab }).click();
    expect(await serious(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "Help and settings" }).click();
  expect(await serious(page)).toEqual([]);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Give it up" }).click();
  await page.getByRole("tab", { name: "Orders" }).click();
  await page.getByRole("heading", { name: "The battle is over" }).waitFor();
  expect(await serious(page)).toEqual([]);
  await page.getByRole("link", { name: "Replay" }).click();
  await page.getByRole("slider").waitFor();
  expect(await serious(page)).toEqual([]);
  await page.getByRole("link", { name: "Report" }).click();
  await expect(page.locator(".report h1")).toBeVisible({ timeout: 90_000 });
  expect(await serious(page)).toEqual([]);
});

test("a first visit is light, and talks to nobody else", async ({ page, server }) => {
  const requests: string[] = [];
  const bodies: Promise<Buffer>[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("response", (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
  const answer = await page.goto(server.url);
  await page.getByRole("button", { name: "Begin the battle" }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
  expect(requests.filter((url) => !url.startsWith(server.url))).toEqual([]);
  console.log(`first load: ${bytes} bytes`);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(FIRST_LOAD);
});

/** Time of the processor that the page has used, and how much longer the same takes on the clock now. */
class Meter {
  private constructor(private readonly session: CDPSession) {}

  static async start(page: Page): Promise<Meter> {
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    return new Meter(session);
  }

  /** What the page's thread has worked, in milliseconds: for whatever reason, and for this test alone. */
  async #worked(): Promise<{ all: number; test: number }> {
    const { metrics } = await this.session.send("Performance.getMetrics");
    const of = (wanted: string) => 1000 * metrics.find(({ name }) => name === wanted)!.value;
    return { all: of("TaskDuration"), test: of("DevToolsCommandDuration") };
  }

  /** What the page itself has worked, in milliseconds. */
  async used(): Promise<number> {
    const { all, test } = await this.#worked();
    return all - test;
  }

  /** How many times longer work takes than it would if nothing else ran on this machine; at least 1. */
  async slowness(page: Page): Promise<number> {
    const { all } = await this.#worked();
    const wall = await page.evaluate(() => {
      const start = performance.now();
      let sum = 0;
      for (let i = 0; i < 3e7; i++) {
        sum += Math.sqrt(i);
      }
      return sum > 0 ? performance.now() - start : 0;
    });
    return Math.max(1, wall / ((await this.#worked()).all - all));
  }
}

test("the first decision is there within five seconds", async ({ page, server }) => {
  const start = Date.now();
  await page.goto(server.url);
  await expect(page.getByLabel("Scenario", { exact: true })).toHaveValue("supply-column");
  await page.getByRole("button", { name: "Begin the battle" }).click();
  await page.locator(".decisions li, .watch").first().waitFor();
  const took = Date.now() - start;
  const slowness = await (await Meter.start(page)).slowness(page);
  console.log(`table laid out after ${took} ms, on a machine that is ${slowness.toFixed(1)} times slower than alone`);
  expect(took).toBeLessThan(FIRST_MOVE * slowness);
});

test("a click is answered at once", async ({ page, server }) => {
  await begin(page, server, { scenario: "meeting-engagement" });
  await asked(page);
  const meter = await Meter.start(page);
  // The page looks ahead while a person looks at the board.
  const known = () => page.evaluate(() => performance.getEntriesByName("looked ahead").length);
  await expect.poll(known).toBeGreaterThan(0);
  const units = page.locator(".map .unit.first");
  const count = await units.count();
  const times: { mark: number; reach: number; work: number }[] = [];
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Escape");
    await expect(page.locator(".reach")).toHaveCount(0);
    await page.evaluate(() => {
      const measured = window as unknown as { took: Promise<{ mark: number; reach: number }> };
      measured.took = new Promise((done) => {
        let start = 0;
        let mark = 0;
        addEventListener("click", () => (start = performance.now()), { capture: true, once: true });
        // Looked at in every frame, after it was drawn.
        const look = () => {
          if (start > 0 && mark === 0 && document.querySelector(".picked")) {
            mark = performance.now() - start;
          }
          if (start > 0 && document.querySelector(".reach .could")) {
            done({ mark, reach: performance.now() - start });
          } else {
            requestAnimationFrame(() => setTimeout(look, 0));
          }
        };
        look();
      });
    });
    const box = await units
      .nth(i % count)
      .locator(".block")
      .boundingBox();
    const before = await meter.used();
    await page.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2);
    const took = await page.evaluate(
      () => (window as unknown as { took: Promise<{ mark: number; reach: number }> }).took,
    );
    times.push({ ...took, work: (await meter.used()) - before });
  }
  const slowness = await meter.slowness(page);
  const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
  const [mark, reach, work] = (["mark", "reach", "work"] as const).map((name) => median(times.map((one) => one[name])));
  console.log(
    `click to mark ${mark!.toFixed(1)} ms, to reach ${reach!.toFixed(1)} ms, of it work of the page ` +
      `${work!.toFixed(1)} ms (median of ${times.length}), on a machine ${slowness.toFixed(1)} times slower than alone`,
  );
  // The page's own work is what the page promises; the clock is the machine's, too.
  expect(work).toBeLessThan(HIGHLIGHT);
  expect(reach).toBeLessThan(HIGHLIGHT * IN_CI * slowness);
});

test("whatever is pointed at is at least 24 pixels large", async ({ page, server }) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await begin(page, server, { scenario: "meeting-engagement" });
    await asked(page);
    const small = await page.evaluate(() => {
      const targets = [...document.querySelectorAll("button, select, input, a, [data-place], [data-turn] circle")];
      return targets.flatMap((target) => {
        const box = target.getBoundingClientRect();
        const isShown = box.width > 0 && getComputedStyle(target).visibility !== "hidden";
        return isShown && (box.width < 24 || box.height < 24)
          ? [`${target.outerHTML.slice(0, 80)} ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`]
          : [];
      });
    });
    expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  }
});

test("nothing moves for those who want no motion", async ({ page, server }) => {
  await begin(page, server, { scenario: "tiny-duel" });
  await asked(page);
  const duration = () =>
    page
      .locator(".map .unit")
      .first()
      .evaluate((unit) => getComputedStyle(unit).transitionDuration);
  expect(await duration()).toBe("0s");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await duration()).not.toBe("0s");
});
