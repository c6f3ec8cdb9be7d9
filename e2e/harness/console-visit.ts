import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { password } from '../../server/test/accounts.ts'
import { type ApiClient, login } from '../../server/test/api-client.ts'
import { accessibilityFaults, type Visit, visit } from './browser.ts'
import type { Look } from './looks.ts'
import { comeToRest } from './page-rest.ts'

/** The number of sessions of an account is limited, and each costs a hash: one for each account of a server. */
const signedIn = new Map<string, Promise<ApiClient>>()

/** A session of `username`, shared by all visits; a test that ends sessions logs in itself. */
function sessionOf(url: string, username: string): Promise<ApiClient> {
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

/** The console for a signed-in account, without the login form. */
export async function openConsole(
  browser: Browser,
  { url, username, client, path, ...look }: ConsoleVisit,
): Promise<Visit> {
  const { session, user } = client ?? (await sessionOf(url, username))
  // Set explicitly: an emulated system preference does not last for all pages of a check.
  const storage = { user: JSON.stringify(user), 'theme-mode': look.theme ?? 'light' }
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

/** Elements that overflow horizontally: of the page, of its tables, and of `more`. */
const sidewaysScroll = (more: readonly string[]) => `[
    document.documentElement,
    ...document.querySelectorAll('${['.ant-table-content', '.ant-table-body', ...more].join()}'),
  ]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ tagName, className, scrollWidth, clientWidth }) =>
    [tagName, className, scrollWidth, '>', clientWidth].join(' '))`

/** The keys of all texts. A page shows the key if a text is missing. */
const textKeys = await readTextKeys()

async function readTextKeys(): Promise<string[]> {
  const folder = join(import.meta.dir, '../../console/src/locales/en')
  const keys: string[] = []
  for (const file of new Bun.Glob('*.ts').scanSync(folder)) {
    const { default: texts }: { default: object } = await import(join(folder, file))
    keys.push(...pathsOf(texts))
  }
  return keys
}

/** Hoisted: the keys are read while this module is evaluated. */
function pathsOf(texts: object): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [key] : pathsOf(value).map((path) => `${key}.${path}`),
  )
}

/**
 * Texts with unfilled placeholders, and keys shown instead of texts. Text of users is in fields, and code may resemble
 * either.
 */
const rawTexts = `(() => {
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

/** The faults of the page once it has settled; a picture of it is saved as `name`. */
export async function faultsOf(
  { page, screenshot }: Pick<Visit, 'page' | 'screenshot'>,
  name: string,
  { exclude, fits = [] }: Scope = {},
): Promise<string[]> {
  await comeToRest(page)
  await screenshot(name)
  const faults = [
    ...(await page.evaluate<string[]>(sidewaysScroll(fits))),
    ...(await page.evaluate<string[]>(rawTexts)),
    ...(await accessibilityFaults(page, exclude)),
  ]
  return faults.map((fault) => `${name}: ${fault}`)
}
