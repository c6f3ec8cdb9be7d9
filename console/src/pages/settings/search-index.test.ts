import { expect, test } from 'bun:test'
import { languages } from '@sluice/contract/messages/languages'
import { oidcCard } from '@sluice/contract/options/identity-providers'
import { mapKeys } from '@sluice/contract/typed-keys'
import { buildSearchIndex, isFound, rankOf } from './search-index.ts'

const card = {
  id: 'oidc',
  area: 'system',
  writer: 'root',
  options: {
    'oidc.client_id': oidcCard.options['oidc.client_id'],
    'oidc.well_known': oidcCard.options['oidc.well_known'],
  },
} as const
const texts = (title: string, id: string, address: string) => ({
  areas: {
    system: {
      card: { oidc: { title } },
      field: { oidc_client_id: { label: id }, oidc_well_known: { label: address, help: 'RFC 8414' } },
    },
  },
})
const noTexts = mapKeys(languages, () => ({ areas: {} }))
const index = buildSearchIndex(
  [{ key: 'system', cards: [card] }],
  {
    ...noTexts,
    zh: texts('OIDC 登录', '客户端 ID', '发现地址'),
    en: texts('OIDC login', 'Client ID', 'Well-known URL'),
  },
  'zh',
)
const found = (query: string) => index.filter((entry) => isFound(entry, query)).map(({ option }) => option)

test('an option is found by its key and by its name in any language', () => {
  expect(found('well_known')).toEqual(['oidc.well_known'])
  expect(found('客户端')).toEqual(['oidc.client_id'])
  expect(found('client id')).toEqual(['oidc.client_id'])
  expect(found('8414 oidc')).toEqual(['oidc.well_known'])
  expect(found('登录')).toHaveLength(2)
  expect(found('smtp')).toEqual([])
})

test('a match in the name ranks before one in the card title or the help', () => {
  const ranks = (query: string) => index.map((entry) => rankOf(entry, query))
  expect(ranks('well_known')[1]).toBe(0)
  expect(ranks('登录')).toEqual([1, 1])
  expect(ranks('rfc')[1]).toBe(2)
  expect(ranks('')).toEqual([0, 0])
})

test('results are in the language of the page, with their path', () => {
  expect(index[0]).toMatchObject({ tab: 'system', card: 'oidc', label: '客户端 ID', cardTitle: 'OIDC 登录' })
})

test('an option is found by other words for it, and by the key of an option that it replaces', async () => {
  const { tabs } = await import('./tabs.ts')
  const all = buildSearchIndex(tabs, noTexts, 'en')
  const keys = (query: string) => all.filter((entry) => isFound(entry, query)).map(({ option }) => option)
  const display = 'general_setting.quota_display_type'
  for (const query of ['currency', 'DisplayInCurrencyEnabled', '货币']) expect(keys(query)).toContain(display)
  expect(keys('captcha')).toContain('TurnstileCheckEnabled')
  for (const query of ['discount', '折扣', '优惠'])
    expect(keys(query)).toEqual(expect.arrayContaining(['GroupRatio', 'GroupGroupRatio']))
  for (const query of ['invoice', '发票']) expect(keys(query)).toContain('PayAddress')
})
