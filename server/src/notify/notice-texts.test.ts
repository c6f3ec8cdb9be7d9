import { describe, expect, test } from 'bun:test'
import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { buildNoticeMail } from './build-notice-mail.ts'
import { fillContent } from './notice.ts'
import {
  buildChannelNotice,
  buildLowBalanceNotice,
  buildModelNewsNotice,
  buildProposalsNotice,
  buildTestNotice,
  buildTestsDoneNotice,
} from './notice-texts.ts'

const dollars = {
  'general_setting.quota_display_type': 'USD',
  'general_setting.custom_currency_symbol': '¤',
  'general_setting.custom_currency_exchange_rate': 1,
  USDExchangeRate: 7.3,
} as const
const site = {
  ...dollars,
  DisplayInCurrencyEnabled: true,
  QuotaPerUnit: 500_000,
  ServerAddress: '',
  TopUpLink: '',
}

describe('a low balance', () => {
  test('is written in one language, with its values in order', () => {
    const options = { ...site, ServerAddress: 'https://ai.example/' }
    const notice = buildLowBalanceNotice(250_000, options, 'en')
    expect(notice).toMatchObject({ type: 'quota_exceed', title: 'Your balance is low' })
    const link = 'https://ai.example/topup'
    expect(notice.values).toEqual(['$0.50', link])
    expect(fillContent(notice)).toBe(
      `Your account has $0.50 left, which is below your warning threshold. Calls are refused once it is used up. Top up: ${link}`,
    )
    const chinese = buildLowBalanceNotice(250_000, options, 'zh')
    expect(chinese).toMatchObject({ type: 'quota_exceed', title: '余额即将用完', values: ['$0.50', link] })
    expect(fillContent(chinese)).toBe(`你的账户余额为 $0.50，已低于预警阈值。余额用完后，调用会被拒绝。充值：${link}`)
  })

  test('uses the site’s currency, and links to the top-up page if there is one', () => {
    const buildValues = (amount: number, more: Partial<typeof site>) =>
      buildLowBalanceNotice(amount, { ...site, ...more }, 'en').values
    expect(buildValues(1_234_567_890, { DisplayInCurrencyEnabled: false })).toEqual(['1,234,567,890'])
    expect(buildValues(617_283_945, {})[0]).toBe('$1,234.57')
    expect(buildValues(1, {})[0]).toBe('$0.000002')
    expect(buildValues(-600_000, {})[0]).toBe('-$1.20')
    const own = { TopUpLink: 'https://shop.example/x', ServerAddress: 'https://ai.example' }
    expect(buildValues(0, own)).toEqual(['$0.00', 'https://shop.example/x'])
    expect(fillContent(buildLowBalanceNotice(0, site, 'en'))).not.toContain('Top up')
  })
})

test('a notice about tests has the counts in the order of the text', () => {
  const counts = { passed: 5, failed: 2, skipped: 1 }
  const notice = buildTestsDoneNotice(counts, 'en')
  expect(notice.type).toBe('channel_test')
  expect(fillContent(notice)).toBe('Passed: 5. Failed: 2. Skipped: 1. The channels page has the results.')
  expect(fillContent(buildTestsDoneNotice(counts, 'zh'))).toBe('通过 5 个，失败 2 个，跳过 1 个。结果在渠道页面查看。')
})

test('a notice about upstream models has the counts in the order of the text', () => {
  const news = { channels: 3, added: 5, removed: 2 }
  expect(fillContent(buildModelNewsNotice(news, 'en'))).toStartWith(
    'Channels affected: 3. New models: 5. Removed models: 2.',
  )
  expect(fillContent(buildModelNewsNotice(news, 'zh'))).toStartWith('3 个渠道的上游：新增 5 个模型，下线 2 个。')
})

const upstreamReason = (text: string): ChannelReason => ({ code: 'upstream_said', params: { text } })

test('a notice about a channel has its name, its id, and the reason why it was disabled', () => {
  const change = { id: 7, name: 'main {{value}}', status: 3, reason: upstreamReason('billing_not_active') }
  const notice = buildChannelNotice(change, 'en')
  expect(notice).toMatchObject({ type: 'channel_update_7_3' })
  expect(fillContent(notice)).toContain(
    'The channel main {{value}} (#7) no longer receives calls. Reason: billing_not_active',
  )
  const enabled = buildChannelNotice({ ...change, status: 1, reason: upstreamReason('') }, 'en')
  expect(enabled.type).toBe('channel_update_7_1')
  expect(enabled.title).toContain('enabled')
  expect(fillContent(enabled)).not.toContain('Reason')
})

test('a reason of the gateway is in the language of the notice', () => {
  const params = { tests: 3, limit: 5, last: 7.2 }
  const change = { id: 7, name: 'main', status: 3, reason: { code: 'tests_slow', params } } as const
  const english = '3 tests in a row took longer than 5 s, the last one 7.2 s'
  expect(fillContent(buildChannelNotice(change, 'en'))).toEndWith(english)
  expect(fillContent(buildChannelNotice(change, 'zh'))).toEndWith('连续 3 次测试超过 5 秒，最后一次用时 7.2 秒')
})

test('a mail contains the notice with escaped text, and addresses as links', () => {
  const values = ['<b>', 'https://a.example/?x=1&y="', 'more values than places']
  const notice = { type: 't', title: 'T\r\nBcc: x', content: 'One {{value}}.\n\nTwo {{value}}', values }
  const mail = buildNoticeMail('ana@example.org', 'Si <te>', notice)
  expect(mail).toEqual({
    to: 'ana@example.org',
    subject: 'Si <te>: T Bcc: x',
    html: '<p>One &lt;b&gt;.</p>\n<p>Two <a href="https://a.example/?x=1&amp;y=&quot;">https://a.example/?x=1&amp;y=&quot;</a></p>',
    text: 'One <b>.\n\nTwo https://a.example/?x=1&y="',
  })
  expect(fillContent({ ...notice, values: [] })).toBe('One .\n\nTwo ')
  expect(fillContent(buildTestNotice('Sluice', 'en'))).toContain('Notifications of Sluice arrive here.')
})

test('a notice of proposed prices names the source and the number', () => {
  const news = { source: 'models.dev', sourceId: 3, proposals: 12 }
  expect(buildProposalsNotice(news, 'en')).toMatchObject({ type: 'price_proposals_3', values: ['models.dev', '12'] })
  expect(buildProposalsNotice(news, 'zh').values).toEqual(['models.dev', '12'])
})
