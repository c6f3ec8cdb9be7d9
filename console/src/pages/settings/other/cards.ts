import { defineCard } from '../option-field.ts'

const area = 'settings'
const page = { kind: 'lines' } as const

/** What the site says about itself: the cards of the tab "other". Each text is saved on its own. */
export const otherCards = {
  info: defineCard({ id: 'info', area, fields: {} }),
  notice: defineCard({ id: 'notice', area, fields: { Notice: page } }),
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
