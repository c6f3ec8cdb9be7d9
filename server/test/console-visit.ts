import type { Browser, Page } from 'playwright-core'
import { password } from './accounts.ts'
import { accessibilityFaults, type Device, type Language, type Theme, type Visit, visit } from './browser.ts'

export interface Look {
  language: Language
  device: Device
  theme?: Theme
  /** Texts of errors that belong to what the test does. */
  expectedErrors?: RegExp[]
}

type Appearance = Required<Pick<Look, 'theme' | 'language' | 'device'>>

/** Every way the console can look. */
export const looks: Appearance[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'zh'] as const).flatMap((language) =>
    (['desktop', 'phone'] as const).map((device) => ({ theme, language, device })),
  ),
)

/** What `faultsOfLook` finds in every look, each named. */
export async function faultsOfLooks(
  faultsOfLook: (look: Appearance) => Promise<string[]>,
): Promise<string[]> {
  const named = async (look: Appearance) =>
    (await faultsOfLook(look)).map((fault) => `${Object.values(look)}: ${fault}`)
  const faults: string[] = []
  // Two at a time: each is a whole browser's work.
  for (let start = 0; start < looks.length; start += 2)
    faults.push(...(await Promise.all(looks.slice(start, start + 2).map(named))).flat())
  return faults
}

/** Where pictures go, for looking at them by eye. */
const folder = process.env.SHOTS

/** The console as `username` sees it after the login. */
export async function openConsole(
  browser: Browser,
  { url, username, ...look }: Look & { url: string; username: string },
): Promise<Visit> {
  const here = await visit(browser, { url, ...(folder && { folder }), ...look })
  // Chosen, not only wished for by the system: the emulation of that does not outlive all the pages of a check.
  await here.context.addInitScript(`localStorage.setItem('theme-mode', '${look.theme ?? 'light'}')`)
  await here.page.goto('/login')
  await here.page.locator('#username').fill(username)
  await here.page.locator('#password').fill(password)
  await here.page.locator('button[type=submit]').click()
  await here.page.waitForURL('**/token')
  return here
}

/** What sticks out sideways, tables included. */
const sidewaysScroll = `[document.documentElement, ...document.querySelectorAll('.ant-table-content, .ant-table-body')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ tagName, className, scrollWidth, clientWidth }) =>
    [tagName, className, scrollWidth, '>', clientWidth].join(' '))`

const stillness = `Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished))`

/** Once what slides or fades in has come to rest. */
export const stillnessOf = (page: Page) => page.evaluate(stillness)

/** What is wrong with the page as it stands, once it has come to rest; a picture of it is kept as `name`. */
export async function faultsOf({ page, screenshot }: Visit, name: string): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  await stillnessOf(page)
  await screenshot(name)
  const faults = [...(await page.evaluate<string[]>(sidewaysScroll)), ...(await accessibilityFaults(page))]
  return faults.map((fault) => `${name}: ${fault}`)
}
