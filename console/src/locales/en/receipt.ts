import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/receipt.ts'

export default {
  page: {
    title: 'Receipt of a call',
    duration: 'Duration',
    until: 'This link works until {{time}}.',
    gone: 'This receipt is not available',
    goneHint: 'The link has ended, was revoked, or is not complete. Ask the sender for a new one.',
  },
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
