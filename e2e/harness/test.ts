import { test as base } from '@playwright/test'
import { type Appearance, usualLook } from './looks.ts'

export { expect } from '@playwright/test'

export interface LookOptions {
  /** Theme, language and device of the project that the test runs in. */
  look: Appearance
}

export const test = base.extend<LookOptions>({ look: [usualLook, { option: true }] })
