import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/receipt.ts'

export default {
  label: 'Receipt: {{title}}',
  subtotal: 'Subtotal',
  group: 'Group {{group}}, {{change}}',
  rounded: 'Rounding',
  minimum: 'Raised to one unit',
  total: 'Total',
  verified: 'Sum verified',
  verifiedHint: 'The exact amounts of the lines add up to what was charged, rounded once at the end.',
  unverified: 'The lines do not add up to the total. Please tell support the request ID.',
} satisfies SameKeys<typeof zh>
