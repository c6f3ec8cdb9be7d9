import { optionTabs } from '@sluice/contract/options/tabs'
import type { CardSpec } from './option-field.ts'

/** The jobs by which the cards are grouped within a tab, in display order. */
export const cardGroups = [
  'site',
  'signIn',
  'customers',
  'billing',
  'prices',
  'routing',
  'notifications',
  'advanced',
] as const
export type CardGroup = (typeof cardGroups)[number]

/** The job of each card; cards without an entry belong to the site. */
const groupOfCard: Readonly<Record<string, CardGroup>> = {
  drawing: 'advanced',
  sensitive: 'advanced',
  logs: 'advanced',
  worker: 'advanced',
  mediaCopies: 'advanced',
  monitoring: 'routing',
  groupRouting: 'routing',
  modelRequests: 'routing',
  accountLimits: 'routing',
  groupLimits: 'routing',
  modelLimits: 'routing',
  quota: 'customers',
  checkin: 'customers',
  groups: 'customers',
  autoGroups: 'customers',
  groupModels: 'customers',
  groupPairs: 'customers',
  prices: 'prices',
  rules: 'prices',
  markup: 'prices',
  expressions: 'prices',
  tools: 'prices',
  gemini: 'prices',
  claude: 'prices',
  global: 'prices',
  payment: 'billing',
  stripe: 'billing',
  login: 'signIn',
  emailDomains: 'signIn',
  oidc: 'signIn',
  github: 'signIn',
  linuxdo: 'signIn',
  wechat: 'signIn',
  telegram: 'signIn',
  turnstile: 'signIn',
  smtp: 'notifications',
  notice: 'notifications',
  announcements: 'notifications',
}

export const groupOf = ({ id }: Pick<CardSpec, 'id'>): CardGroup => groupOfCard[id] ?? 'site'

/** The cards of a tab by their jobs, in the order of the page. */
export const sortByGroup = <Card extends Pick<CardSpec, 'id'>>(cards: readonly Card[]): Card[] =>
  cardGroups.flatMap((group) => cards.filter((card) => groupOf(card) === group))

/** A tab with more cards opens folded, so that it is at most three screens high; its first card may be open. */
const cardsMax = 4
const optionsMax = 3

const foldedAtFirst: ReadonlySet<string> = new Set(
  Object.values(optionTabs).flatMap((cards) => {
    if (cards.length <= cardsMax) return []
    const sorted = sortByGroup<Pick<CardSpec, 'id' | 'options'>>(cards)
    const isShort = Object.keys(sorted[0]?.options ?? {}).length <= optionsMax
    return sorted.slice(isShort ? 1 : 0).map(({ id }) => id)
  }),
)

export const isFoldedAtFirst = ({ id }: Pick<CardSpec, 'id'>): boolean => foldedAtFirst.has(id)
