import type { StatementLine } from '@sluice/contract/user-statement'

/** What the calls of a statement cost, less refunds. */
export const sumCharges = (lines: readonly StatementLine[]): number =>
  0 - lines.reduce((sum, { kind, amount }) => (kind === 'charges' ? sum + amount : sum), 0)

/** What else changed the balance. */
export const sumOthers = (lines: readonly StatementLine[]): number =>
  lines.reduce((sum, { kind, amount }) => (kind === 'charges' ? sum : sum + amount), 0)
