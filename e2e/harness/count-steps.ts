import type { Locator, Page } from '@playwright/test'

/** A person at a page: each click, filled field and pressed key is one step. */
export interface Person {
  click(target: Locator): Promise<void>
  fill(field: Locator, text: string): Promise<void>
  press(key: string): Promise<void>
  attach(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>
  /** The number of steps so far. */
  steps(): number
}

export function startCounting(page: Page): Person {
  let steps = 0
  return {
    async click(target) {
      steps++
      await target.click()
    },
    async fill(field, text) {
      steps++
      await field.fill(text)
    },
    async press(key) {
      steps++
      await page.keyboard.press(key)
    },
    async attach(button, file) {
      steps++
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
      await chooser.setFiles(file)
    },
    steps: () => steps,
  }
}
