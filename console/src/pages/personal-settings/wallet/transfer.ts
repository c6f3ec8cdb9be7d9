export type TransferProblem = 'required' | 'belowMinimum' | 'tooMuch'

/** Why `amount` cannot become balance: the minimum is one unit of currency, the maximum the earnings. */
export function transferProblem(
  amount: number | null,
  { minimum, pending }: { minimum: number; pending: number },
): TransferProblem | null {
  if (amount === null) return 'required'
  if (amount < minimum) return 'belowMinimum'
  return amount > pending ? 'tooMuch' : null
}

/** Above 5 red, above 3 orange, above 1 blue: how expensive a group is compared with the plain price. */
export function ratioColor(ratio: number): 'red' | 'orange' | 'blue' | 'green' {
  if (ratio > 5) return 'red'
  if (ratio > 3) return 'orange'
  return ratio > 1 ? 'blue' : 'green'
}
