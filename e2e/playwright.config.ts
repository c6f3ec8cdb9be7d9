import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { buildLookProjects } from './harness/looks.ts'
import type { LookOptions } from './harness/test.ts'

export default defineConfig<LookOptions>({
  testDir: 'tests',
  testMatch: '*.test.ts',
  globalSetup: fileURLToPath(new URL('./harness/build-console.ts', import.meta.url)),
  projects: buildLookProjects({ isThorough: process.env.TEST_LOOKS === 'all' }),
  // A test that passes only on a second run is a fault; `npm test -- --again` names it.
  retries: 0,
  // Tests mostly wait, for a browser or a server: three files at a time suit two cores.
  workers: 3,
  // A slow machine may take long for a step. A missing event must not use up the time of the whole test.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: '../.cache/e2e',
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Open one with `npx playwright show-trace`. Screenshots of each moment would slow every test down.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    launchOptions: {
      executablePath: process.env.TEST_CHROMIUM,
      // Without a locale of UTF-8 the browser cannot name a download in Chinese.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // The process of a GPU has none here: its work takes less CPU as a thread.
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-sync',
        // Disables the browser's calls to its maker.
        '--disable-background-networking',
        '--disable-component-update',
        // The optimising compiler of V8 takes more CPU than its code saves on pages that live for seconds: an eighth.
        '--js-flags=--max-optimized-bytecode-size=0',
      ],
    },
  },
})
