/** The balance plus `amount`; null without an amount, or if the sum would be inexact. */
export function sumOf(balance: number, amount: number | null): number | null {
  if (amount === null) return null
  const sum = balance + amount
  return Number.isSafeInteger(sum) ? sum : null
}
