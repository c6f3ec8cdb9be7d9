import { apiAddress, contentLimits, faqEntry, uptimeGroup } from '@sluice/contract/site-content'
import type { ListSpec } from './list-rows.ts'

/** Colours that look different in the console; other stored colours are kept. */
const colors = ['blue', 'green', 'teal', 'purple', 'red', 'orange', 'yellow', 'lime', 'grey'] as const

/** The lists that the operator edits entry by entry. */
export const lists = {
  faq: {
    id: 'faq',
    entry: faqEntry,
    option: 'console_setting.faq',
    switch: 'console_setting.faq_enabled',
    max: contentLimits.faq,
    parts: [
      { key: 'question', kind: 'line' },
      { key: 'answer', kind: 'text' },
    ],
  },
  addresses: {
    id: 'addresses',
    entry: apiAddress,
    option: 'console_setting.api_info',
    switch: 'console_setting.api_info_enabled',
    max: contentLimits.addresses,
    parts: [
      { key: 'route', kind: 'line' },
      { key: 'color', kind: 'choice', choices: colors },
      { key: 'url', kind: 'address', example: 'https://api.example.com' },
      { key: 'description', kind: 'line' },
    ],
  },
  uptime: {
    id: 'uptime',
    entry: uptimeGroup,
    option: 'console_setting.uptime_kuma_groups',
    switch: 'console_setting.uptime_kuma_enabled',
    max: contentLimits.uptimeGroups,
    parts: [
      { key: 'categoryName', kind: 'line' },
      { key: 'slug', kind: 'slug', example: 'default' },
      { key: 'url', kind: 'address', example: 'https://status.example.com' },
      { key: 'description', kind: 'line' },
    ],
  },
} as const satisfies Record<string, ListSpec>
