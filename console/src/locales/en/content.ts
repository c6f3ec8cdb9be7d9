import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/content.ts'

export default {
  announcements: {
    title: 'Announcements',
    all: 'Show all {{count}}',
    type: {
      default: 'General',
      ongoing: 'In progress',
      success: 'Success',
      warning: 'Warning',
      error: 'Incident',
    },
  },
  faq: { title: 'Questions and answers' },
  addresses: { title: 'API addresses' },
  fewer: 'Show fewer',
} satisfies SameKeys<typeof zh>
