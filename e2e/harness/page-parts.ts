import type { Locator, Page } from '@playwright/test'

/** The button with exactly this name, or with a name that matches. */
export const findButton = (scope: Page | Locator, name: string | RegExp): Locator =>
  scope.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })

/** Waits until a message at the top of the page contains the text. */
export const waitForMessage = (page: Page, text: string): Promise<void> =>
  page.locator('.ant-message').getByText(text).last().waitFor()

/** Needs the permission `clipboard-read`. */
export const readClipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')
