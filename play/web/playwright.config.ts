// Battles in a real browser: the one named by SANDTABLE_CHROMIUM, against the program named by SANDTABLE_PROGRAM.

import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  // A battle against a thinking opponent takes a while on a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 1,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env["SANDTABLE_CHROMIUM"] ?? "/usr/bin/chromium",
      // Containers run as root, where Chromium's own sandbox does not start.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
