import { defineConfig } from '@playwright/test'
import { app, dataFolder as data, ports, secondClient, serverLog } from './e2e/addresses.ts'
import { CHROMIUM_ARGS, findHeadlessChromium } from './scripts/run/chromium.ts'
import { ENGINES, type EngineName } from './scripts/run/engines.ts'

// The script that starts the servers. scripts/instances.ts starts two processes of the backend.
const servers = process.env.JOURNEYS_SERVERS ?? 'scripts/up.ts'
const node = `"${process.execPath}"`

// The built app, the backend and the partner on ports of their own, with a database that starts empty each time.
export default defineConfig<object, { engineName: EngineName }>({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: app,
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // What was done, sent and logged. Pictures and snapshots of each step would cost a quarter of the time: `--trace=on` adds them.
    trace: { mode: 'retain-on-failure-and-retries', screenshots: false, snapshots: false, sources: false },
    video: 'off',
    viewport: { width: 1280, height: 800 },
    // A colour that is still fading is nobody's colour: nothing here is about motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findHeadlessChromium() ?? undefined, args: CHROMIUM_ARGS },
  },
  projects: [
    { name: 'chromium', testMatch: '**/*.spec.ts' },
    // The same journeys in three engines, each through an adapter of its own (e2e/engines).
    ...ENGINES.map((engineName) => ({
      name: `engine-${engineName}`,
      testMatch: 'engines/*.journey.ts',
      // Where no engine decides the outcome, one engine is enough by day. Firefox takes half of the time of WebKit.
      ...(engineName === 'webkit' && process.env.TEST_ALL !== 'true' ? { grepInvert: /@firefox/ } : {}),
      // 180 s: WebKit draws in software, and a journey of a minute takes longer beside the others on two cores.
      timeout: 180_000,
      use: { engineName },
    })),
    { name: 'screenshots', testMatch: '**/*.shots.ts' },
  ],
  webServer: {
    command: `${node} -e "fs.rmSync('${data}',{recursive:true,force:true});fs.mkdirSync('.data',{recursive:true})" && ${node} --disable-proto=delete ${servers} 2>&1 >/dev/null | tee ${serverLog} >&2`,
    url: `${app}/healthz`,
    // Servers that stand already, with the settings below: for writing journeys.
    reuseExistingServer: process.env.JOURNEYS_REUSE === 'true',
    timeout: 120_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      APP_PORT: String(ports.app),
      BACKEND_PORT: String(ports.backend),
      PARTNER_PORT: String(ports.partner),
      BACKEND_CLIENTS: JSON.stringify([{ client_id: secondClient.client_id, redirect_uris: [secondClient.callback] }]),
      DATA_DIR: data,
      DATABASE_URL: '',
      SMTP_URL: '',
      // A question after a sign-in would stand in the way of all other journeys.
      BACKEND_PASSKEYS: process.env.JOURNEYS_PASSKEYS ?? 'on',
      BACKEND_SMS_GAP_SECONDS: '0',
      BACKEND_SMS_PER_HOUR: '1000',
      BACKEND_SMS_PER_DAY: '1000',
      BACKEND_SMS_PER_IP_HOUR: '10000',
      BACKEND_SMS_PER_COUNTRY_HOUR: '10000',
      BACKEND_VISITS_PER_MINUTE: '10000',
      BACKEND_SIGN_INS_PER_MINUTE: '10000',
      BACKEND_PASSWORD_SETS_PER_MINUTE: '10000',
      BACKEND_CODES_PER_MINUTE: '10000',
      BACKEND_SEARCHES_PER_MINUTE: '10000',
      BACKEND_NICKNAMES_PER_MINUTE: '10000',
      BACKEND_READS_PER_MINUTE: '100000',
      BACKEND_WRONG_PASSWORDS_PER_HOUR: '10000',
      BACKEND_WRONG_PASSWORDS_PER_NETWORK_HOUR: '10000',
      BACKEND_LETTERS_PER_HOUR: '10000',
    },
  },
})
