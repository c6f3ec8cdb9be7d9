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
  uptime: {
    title: 'Service status',
    day: '{{share}} in 24 h',
    unreachable: 'The status page cannot be read at the moment',
    empty: 'The status page has no monitors',
    state: { up: 'Up', down: 'Down', pending: 'Pending', maintenance: 'Maintenance' },
  },
  fewer: 'Show fewer',
} satisfies SameKeys<typeof zh>
