import type { Locator, Page } from '@playwright/test'
import type { Device } from './looks.ts'

interface EntryAction {
  page: Page
  device: Device
  /** The row or card of the list. */
  entry: Locator
  /** The name that the buttons of the entry contain. */
  name: string
  action: string
  /** The text of the button that opens the menu with further actions. */
  more: string
}

/** Clicks an action of an entry: its own button, or the choice in its menu. */
export async function clickAction({ page, device, entry, name, action, more }: EntryAction): Promise<void> {
  const direct = entry.getByRole('button', { name: `${action} ${name}`, exact: true })
  await entry.waitFor()
  // biome-ignore lint/plugin: an entry comes with its buttons.
  if (device === 'desktop' && (await direct.count()) > 0) return await direct.click()
  await entry.getByRole('button', { name: `${more} ${name}` }).click()
  const choice =
    device === 'phone'
      ? page.getByRole('dialog', { name }).getByRole('button', { name: action, exact: true })
      : page.getByRole('menuitem', { name: action, exact: true })
  await choice.click()
}

/** The dialog that asks for a confirmation. */
export const findConfirmation = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.locator('.ant-modal-confirm-title') })

/** Clicks a button of the confirmation and waits until the dialog has closed. */
export async function confirm(page: Page, button: string): Promise<void> {
  const question = findConfirmation(page)
  await question.getByRole('button', { name: button, exact: true }).click()
  await question.waitFor({ state: 'hidden' })
}
