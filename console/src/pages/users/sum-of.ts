/** What a balance becomes with `amount` added; null when there is no amount, or the sum cannot be kept exactly. */
export function sumOf(balance: number, amount: number | null): number | null {
  if (amount === null) return null
  const sum = balance + amount
  return Number.isSafeInteger(sum) ? sum : null
}
