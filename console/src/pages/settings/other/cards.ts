import { defineCard } from '../option-field.ts'
import { listProblem } from './list-rows.ts'
import { lists } from './lists.ts'

const area = 'settings'
const content = 'settings-content'
const page = { kind: 'lines' } as const
const onOff = { kind: 'switch' } as const

/** What the site says about itself: the cards of the tab "other". Each text is saved on its own. */
export const otherCards = {
  info: defineCard({ id: 'info', area, fields: {} }),
  notice: defineCard({ id: 'notice', area, fields: { Notice: page } }),
  announcements: defineCard({
    id: 'announcements',
    area: content,
    fields: {
      'console_setting.announcements_enabled': onOff,
      'console_setting.announcements': { kind: 'json', check: listProblem(lists.announcements) },
    },
  }),
  faq: defineCard({
    id: 'faq',
    area: content,
    fields: {
      'console_setting.faq_enabled': onOff,
      'console_setting.faq': { kind: 'json', check: listProblem(lists.faq) },
    },
  }),
  addresses: defineCard({
    id: 'addresses',
    area: content,
    fields: {
      'console_setting.api_info_enabled': onOff,
      'console_setting.api_info': { kind: 'json', check: listProblem(lists.addresses) },
    },
  }),
  uptime: defineCard({
    id: 'uptime',
    area: content,
    fields: {
      'console_setting.uptime_kuma_enabled': onOff,
      'console_setting.uptime_kuma_groups': { kind: 'json', check: listProblem(lists.uptime) },
    },
  }),
  header: defineCard({ id: 'header', area: content, fields: { HeaderNavModules: page } }),
  sidebar: defineCard({ id: 'sidebar', area: content, fields: { SidebarModulesAdmin: page } }),
  agreement: defineCard({ id: 'agreement', area: content, fields: { 'legal.user_agreement': page } }),
  privacy: defineCard({ id: 'privacy', area: content, fields: { 'legal.privacy_policy': page } }),
  name: defineCard({ id: 'name', area, fields: { SystemName: { kind: 'text', example: 'New API' } } }),
  logo: defineCard({
    id: 'logo',
    area,
    fields: { Logo: { kind: 'text', example: 'https://example.com/logo.png' } },
  }),
  home: defineCard({ id: 'home', area, fields: { HomePageContent: page } }),
  about: defineCard({ id: 'about', area, fields: { About: page } }),
  footer: defineCard({ id: 'footer', area, fields: { Footer: page } }),
}
