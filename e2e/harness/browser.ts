import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Frame, Page } from '@playwright/test'
import type { Device, Language, Theme } from './looks.ts'
import { watchTraffic } from './page-rest.ts'

const viewports = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const locales = { zh: 'zh-CN', en: 'en-US' }

export interface Visit {
  context: BrowserContext
  page: Page
  /** Errors of the page so far: console errors, exceptions, failed requests and answers with 5xx. */
  errors: string[]
  /** Saves a picture in the folder `SHOTS` if that is set. `name` is the state of the page. */
  screenshot(name: string): Promise<void>
  /** Closes the visit. Throws when the page had errors. */
  close(): Promise<void>
}

export interface VisitOptions {
  url: string
  theme?: Theme
  language?: Language
  device?: Device
  /** Value of a session cookie. */
  session?: string
  /** The initial `localStorage` of the pages. */
  storage?: Record<string, string>
  /** Texts of errors that the test expects. */
  expectedErrors?: readonly RegExp[]
}

/** Opens a separate page, without any state of other visits. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { url, theme = 'light', language = 'en', device = 'desktop', session, storage } = options
  const folder = process.env.SHOTS
  const context = await browser.newContext({
    baseURL: url,
    viewport: viewports[device],
    colorScheme: theme,
    locale: locales[language],
    isMobile: device === 'phone',
    hasTouch: device === 'phone',
    reducedMotion: 'reduce',
    ...(storage && { storageState: { cookies: [], origins: [buildOrigin(url, storage)] } }),
  })
  if (session) await context.addCookies([{ name: 'session', value: session, url, httpOnly: true, sameSite: 'Lax' }])
  await delayAnswers(context)
  const page = await context.newPage()
  watchTraffic(page)
  const errors = collectErrors(page, options.expectedErrors ?? [])
  return {
    context,
    page,
    errors,
    async screenshot(name) {
      if (!folder) return
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `${name}-${device}-${theme}-${language}.png`) })
    },
    async close() {
      await context.close()
      if (errors.length > 0) throw new Error(`errors in the browser:\n${errors.join('\n')}`)
    },
  }
}

/**
 * `API_DELAY_MS=800` delays each call of the API by up to 800 ms, at random. A test that fails under it relies on a
 * fast answer.
 */
async function delayAnswers(context: BrowserContext): Promise<void> {
  const delayMs = Number(process.env.API_DELAY_MS ?? 0)
  if (delayMs === 0) return
  await context.route(/\/(api|pg)\//, async (route) => {
    await Bun.sleep(Math.random() * delayMs)
    // The page may have left in the meantime.
    await route.continue().catch(() => {})
  })
}

const buildOrigin = (url: string, storage: Record<string, string>) => ({
  origin: new URL(url).origin,
  localStorage: Object.entries(storage).map(([name, value]) => ({ name, value })),
})

function collectErrors(page: Page, expected: readonly RegExp[]): string[] {
  const errors: string[] = []
  const add = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') add(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => add(`exception: ${error.stack ?? error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) add(`answer ${response.status()}: ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page cancels its pending requests.
    if (reason !== 'net::ERR_ABORTED') add(`request failed: ${request.url()} ${reason}`)
  })
  return errors
}

/** The accessibility rules as a script. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Runs the script once for each document: it is long, and most pages are examined several times. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate<boolean>(`'axe' in window`))) await frame.evaluate(`${axeSource}; undefined`)
}

/** A script that tells whether a modal dialog lies over the page. */
const isCoveredScript = `[...document.querySelectorAll('[role=dialog][aria-modal=true]')]
  .some((dialog) => dialog.checkVisibility() && dialog.closest('main') === null)`

/** A script that returns the parts around the content as text, with all that decides how they look. */
const frameScript = `(() => {
    const parts = [...document.querySelectorAll('header, nav')].filter((part) => part.closest('main, [role=dialog]') === null)
    for (const part of parts) part.removeAttribute('data-examined')
    const { className, lang, dataset } = document.documentElement
    return [innerWidth, className, lang, JSON.stringify(dataset), ...parts.map(({ outerHTML }) => outerHTML)].join()
  })()`
const markFrameScript = `document.querySelectorAll('header, nav').forEach((part) => {
    if (part.closest('main, [role=dialog]') === null) part.setAttribute('data-examined', '')
  })`
/** The frames that were examined without a fault. Most pages have one of few, which is half of the work. */
const examinedFrames = new Set<string>()

/**
 * The violations of the WCAG 2.2 AA rules on the page: one line for each. What a modal dialog covers is skipped,
 * because pages are examined without their dialogs too.
 */
export async function findAccessibilityFaults(page: Page, exclude: readonly string[] = []): Promise<string[]> {
  // Frames of other sites are skipped if they do not allow it.
  for (const frame of page.frames()) await loadAxe(frame).catch(() => {})
  const frameParts = await page.evaluate<string>(frameScript)
  const isCovered = await page.evaluate<boolean>(isCoveredScript)
  const skipped = isCovered ? ['main'] : []
  if (isCovered || examinedFrames.has(frameParts)) {
    await page.evaluate(markFrameScript)
    skipped.push('[data-examined]')
  }
  // Passed rules are not reported: half the work. No rule of these reads style sheets, whose parsing takes a tenth.
  const options = { runOnly: axeTags, resultTypes: ['violations'], preload: { assets: ['media'] } }
  const faults = await page.evaluate<string[]>(`axe
    .run(${JSON.stringify({ include: [], exclude: exclude.concat(skipped) })}, ${JSON.stringify(options)})
    .then(({ violations }) => violations.map(({ id, help, nodes }) =>
      id + ': ' + help + ' (' + nodes.map(({ target }) => target.join(' ')).join(', ') + ')'))`)
  if (!isCovered && faults.length === 0) examinedFrames.add(frameParts)
  return faults
}
