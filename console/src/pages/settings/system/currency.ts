import { oddCurrencies } from '@sluice/contract/payment'
import type { Problem } from '../option-field.ts'

/** What is wrong with the letters of a currency; null = nothing. */
export function currencyProblem(text: string): Problem | null {
  const code = text.trim().toLowerCase()
  if (!/^[a-z]{3}$/.test(code)) return { text: 'problem.currency' }
  return oddCurrencies.includes(code) ? { text: 'problem.currencyOdd' } : null
}
