import { announcementTypes, contentLimits } from '@sluice/contract/site-content'
import type { ListSpec } from './list-rows.ts'

/** Colours that look different in the console; others that a list holds already are kept. */
const colors = ['blue', 'green', 'teal', 'purple', 'red', 'orange', 'yellow', 'lime', 'grey'] as const

/** The lists that the operator edits entry by entry. */
export const lists = {
  announcements: {
    id: 'announcements',
    option: 'console_setting.announcements',
    switch: 'console_setting.announcements_enabled',
    max: contentLimits.announcements,
    isOrdered: false,
    parts: [
      { key: 'publishDate', kind: 'time', isRequired: true },
      { key: 'type', kind: 'choice', choices: announcementTypes },
      { key: 'content', kind: 'text', max: contentLimits.announcementContent, isRequired: true },
      { key: 'extra', kind: 'line', max: contentLimits.announcementExtra },
    ],
  },
  faq: {
    id: 'faq',
    option: 'console_setting.faq',
    switch: 'console_setting.faq_enabled',
    max: contentLimits.faq,
    isOrdered: true,
    parts: [
      { key: 'question', kind: 'line', max: contentLimits.question, isRequired: true },
      { key: 'answer', kind: 'text', max: contentLimits.answer, isRequired: true },
    ],
  },
  addresses: {
    id: 'addresses',
    option: 'console_setting.api_info',
    switch: 'console_setting.api_info_enabled',
    max: contentLimits.addresses,
    isOrdered: true,
    parts: [
      { key: 'route', kind: 'line', max: contentLimits.route, isRequired: true },
      { key: 'color', kind: 'choice', choices: colors },
      { key: 'url', kind: 'address', max: 2_048, isRequired: true, example: 'https://api.example.com' },
      { key: 'description', kind: 'line', max: contentLimits.description },
    ],
  },
  uptime: {
    id: 'uptime',
    option: 'console_setting.uptime_kuma_groups',
    switch: 'console_setting.uptime_kuma_enabled',
    max: contentLimits.uptimeGroups,
    isOrdered: true,
    parts: [
      { key: 'categoryName', kind: 'line', max: contentLimits.category, isRequired: true },
      { key: 'slug', kind: 'slug', max: 100, isRequired: true, example: 'default' },
      { key: 'url', kind: 'address', max: 2_048, isRequired: true, example: 'https://status.example.com' },
      { key: 'description', kind: 'line', max: contentLimits.description },
    ],
  },
} as const satisfies Record<string, ListSpec>
