import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { password } from '../../server/test/accounts.ts'
import { type ApiClient, login } from '../../server/test/api-client.ts'
import { findAccessibilityFaults, type Visit, visit } from './browser.ts'
import type { Look } from './looks.ts'
import { waitUntilSettled } from './page-rest.ts'
import { expect } from './test.ts'

/** One session for each account of a server: their number is limited, and each sign-in costs a password hash. */
const signedIn = new Map<string, Promise<ApiClient>>()

/** A session of `username`, shared by all visits; a test that ends sessions logs in itself. */
function signInOnce(url: string, username: string): Promise<ApiClient> {
  const key = `${url} ${username}`
  const client = signedIn.get(key) ?? login(url, username, password)
  signedIn.set(key, client)
  return client
}

export interface ConsoleVisit extends Look {
  url: string
  /** The account: signs in with the common password of test accounts, unless a client is given. */
  username: string
  client?: ApiClient
  /** The page to open; without it the visitor navigates first. */
  path?: string
}

/** Opens the console for an account that is signed in already, without the login form. */
export async function openConsole(
  browser: Browser,
  { url, username, client, path, ...look }: ConsoleVisit,
): Promise<Visit> {
  const { session, user } = client ?? (await signInOnce(url, username))
  // The theme is stored: an emulated system preference does not last for all pages of a visit.
  // Tests of the settings use controls of any card.
  const folds = JSON.stringify({ '*': false })
  const storage = { user: JSON.stringify(user), 'theme-mode': look.theme ?? 'light', 'settings-folds': folds }
  const here = await visit(browser, { url, session, storage, ...look })
  if (path) await here.page.goto(path)
  return here
}

/** Fills in and sends the login form. */
export async function logIn(page: Page, username: string, secret: string = password): Promise<void> {
  await page.locator('#username').fill(username)
  await page.locator('#password').fill(secret)
  await page.locator('button[type=submit]').click()
}

/**
 * Shows another page of the open console as a link does: a load takes 1.2 s of CPU in place of 0.5. Loads the page if
 * none is open, or one for guests, who have another router.
 */
export async function navigate(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank' || !(await page.evaluate(`'__TSR_ROUTER__' in window`))) {
    await page.goto(path)
    return
  }
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`)
  // The router has rendered the page.
  await page.waitForFunction(`__TSR_ROUTER__.state.status === 'idle' &&
    __TSR_ROUTER__.state.resolvedLocation.href === __TSR_ROUTER__.state.location.href`)
}

/** A script that finds elements with horizontal overflow: the page, its tables, and elements that match `more`. */
const overflowScript = (more: readonly string[]) => `[
    document.documentElement,
    ...document.querySelectorAll('${['.ant-table-content', '.ant-table-body', ...more].join()}'),
  ]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ tagName, className, scrollWidth, clientWidth }) =>
    [tagName, className, scrollWidth, '>', clientWidth].join(' '))`

/** A script that finds cells of tables whose content covers the next cell. The shadow of a fixed cell is outside it. */
const crowdedCellScript = `[...document.querySelectorAll('main :is(td, th):not(.ant-table-cell-fix)')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && getComputedStyle(cell).overflowX === 'visible')
  .map(({ innerText, scrollWidth, clientWidth }) =>
    ['a cell is too narrow:', innerText.trim(), scrollWidth, '>', clientWidth].join(' '))`

/**
 * A script that finds controls of fixed bars that lie behind something else, such as another fixed bar. Content that
 * scrolls is skipped: it can be scrolled into view.
 */
const coveredControlScript = `(() => {
    const isFixed = (node) => node instanceof Element && (getComputedStyle(node).position === 'fixed' || isFixed(node.parentElement))
    const isOpen = document.querySelector('[role=dialog], [popover]:popover-open') !== null
    return (isOpen ? [] : [...document.querySelectorAll('button, a[href], input')])
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && isFixed(control))
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return right > left && found !== null && !control.contains(found) && !found.contains(control)
      })
      .map((control) => 'a control is covered: ' + (control.innerText || control.ariaLabel))
  })()`

/** The keys of all texts. A page shows the key if a text is missing. */
const textKeys = await readTextKeys()

async function readTextKeys(): Promise<string[]> {
  const folder = join(import.meta.dir, '../../console/src/locales/en')
  const keys: string[] = []
  for (const file of new Bun.Glob('*.ts').scanSync(folder)) {
    const { default: texts }: { default: object } = await import(join(folder, file))
    keys.push(...listKeys(texts))
  }
  return keys
}

/** Hoisted: the keys are read while this module is evaluated. */
function listKeys(texts: object): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [key] : listKeys(value).map((path) => `${key}.${path}`),
  )
}

/**
 * A script that finds texts with unfilled placeholders, and keys that are shown instead of texts. It skips code and the
 * content of fields, which may look like either.
 */
const rawTextScript = `(() => {
    const keys = new Set(${JSON.stringify(textKeys.filter((key) => key.includes('.')))})
    const isRaw = (text) => text.includes('{{') || keys.has(text.trim().replace(/^[a-z-]+:/, ''))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    const found = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (element.closest('code, pre, script, style, textarea')) continue
      const texts = node instanceof Element
        ? ['title', 'placeholder', 'aria-label', 'alt'].map((name) => node.getAttribute(name) ?? '')
        : [node.data]
      found.push(...texts.filter(isRaw).map((text) => 'a raw text: ' + text.trim()))
    }
    return found
  })()`

export interface Scope {
  /** Elements that the accessibility rules skip. */
  exclude?: readonly string[]
  /** Other elements that must not scroll horizontally. */
  fits?: readonly string[]
}

/** Waits until the page has settled, saves a picture of it as `name`, and returns its faults. */
export async function findFaults(
  { page, screenshot }: Pick<Visit, 'page' | 'screenshot'>,
  name: string,
  { exclude, fits = [] }: Scope = {},
): Promise<string[]> {
  await waitUntilSettled(page)
  await screenshot(name)
  const faults = [
    ...(await page.evaluate<string[]>(overflowScript(fits))),
    ...(await page.evaluate<string[]>(crowdedCellScript)),
    ...(await page.evaluate<string[]>(coveredControlScript)),
    ...(await page.evaluate<string[]>(rawTextScript)),
    ...(await findAccessibilityFaults(page, exclude)),
  ]
  return faults.map((fault) => `${name}: ${fault}`)
}

/** Fails if the page has faults once it has settled. */
export async function expectNoFaults(here: Pick<Visit, 'page' | 'screenshot'>, name: string): Promise<void> {
  expect(await findFaults(here, name)).toEqual([])
}

/** Signs the pages of a visit in with an account whose session the visit has, also after `localStorage` was cleared. */
export async function rememberUser({ context }: Pick<Visit, 'context'>, user: object): Promise<void> {
  await context.addInitScript(`localStorage.setItem('user', ${JSON.stringify(JSON.stringify(user))})`)
}
