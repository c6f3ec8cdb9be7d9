import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { password } from '../../server/test/accounts.ts'
import { type ApiClient, login } from '../../server/test/api-client.ts'
import { accessibilityFaults, type Visit, visit } from './browser.ts'
import type { Look } from './looks.ts'
import { comeToRest } from './page-rest.ts'

/** Sessions of an account are few, and each costs a hash: one for each account of a server. */
const signedIn = new Map<string, Promise<ApiClient>>()

/** A session of `username`, the same for every visit; a test that ends sessions logs in itself. */
function sessionOf(url: string, username: string): Promise<ApiClient> {
  const key = `${url} ${username}`
  const client = signedIn.get(key) ?? login(url, username, password)
  signedIn.set(key, client)
  return client
}

export interface ConsoleVisit extends Look {
  url: string
  /** Who is signed in: by the password of all test accounts, unless there is a client already. */
  username: string
  client?: ApiClient
  /** The page that is opened; without it the visitor goes somewhere first. */
  path?: string
}

/** The console for somebody who is signed in. The login form is not seen. */
export async function openConsole(
  browser: Browser,
  { url, username, client, path, ...look }: ConsoleVisit,
): Promise<Visit> {
  const { session, user } = client ?? (await sessionOf(url, username))
  // Chosen, not only wished for by the system: the emulation of that does not outlive all the pages of a check.
  const storage = { user: JSON.stringify(user), 'theme-mode': look.theme ?? 'light' }
  const here = await visit(browser, { url, session, storage, ...look })
  if (path) await here.page.goto(path)
  return here
}

/** Fills the login form in, and sends it. */
export async function logIn(page: Page, username: string, secret: string = password): Promise<void> {
  await page.locator('#username').fill(username)
  await page.locator('#password').fill(secret)
  await page.locator('button[type=submit]').click()
}

/** What sticks out sideways of the page, of its tables, and of `more`. */
const sidewaysScroll = (more: readonly string[]) => `[
    document.documentElement,
    ...document.querySelectorAll('${['.ant-table-content', '.ant-table-body', ...more].join()}'),
  ]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ tagName, className, scrollWidth, clientWidth }) =>
    [tagName, className, scrollWidth, '>', clientWidth].join(' '))`

/** The keys of all texts. A page shows the key where a text is missing. */
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
 * Texts whose values were not filled in, and keys that stand in place of their texts. What people wrote themselves is in
 * fields, and code may look like either.
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
  /** What the rules of accessibility do not look at. */
  exclude?: readonly string[]
  /** What else must not scroll sideways. */
  fits?: readonly string[]
}

/** What is wrong with the page as it stands, once it has come to rest; a picture of it is kept as `name`. */
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
