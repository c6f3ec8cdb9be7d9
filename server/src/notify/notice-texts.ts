import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { shownCurrency } from '@sluice/contract/quota-display'
import { channelStatus } from '@sluice/contract/roles'
import { describeChannelReason } from '../core/channel-reason.ts'
import type { Language } from '../platform/accepted-language.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { type DisplayOptions, quotaDisplayOf } from '../state/quota-display.ts'
import type { Notice } from './notice.ts'

/** A notice in each language; `values` are those of its content, in order. */
type Texts = Record<Language, { title: string; content: string; values: readonly string[] }>

const noticeIn = (language: Language, type: string, texts: Texts): Notice => ({ type, ...texts[language] })

type QuotaOptions = Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit' | 'ServerAddress' | 'TopUpLink'> &
  DisplayOptions

/** The balance fell below the threshold of the account. */
export function buildLowBalanceNotice(balance: number, options: QuotaOptions, language: Language): Notice {
  const left = quotaText(balance, options)
  const link = topUpLinkOf(options)
  const values = link === '' ? [left] : [left, link]
  return noticeIn(language, 'quota_exceed', {
    zh: {
      title: '余额即将用完',
      content: `你的账户余额为 {{value}}，已低于预警阈值。余额用完后，调用会被拒绝。${link === '' ? '' : '充值：{{value}}'}`,
      values,
    },
    en: {
      title: 'Your balance is low',
      content: `Your account has {{value}} left, which is below your warning threshold. Calls are refused once it is used up.${link === '' ? '' : ' Top up: {{value}}'}`,
      values,
    },
  })
}

/** For a test of the notification settings. */
export const buildTestNotice = (site: string, language: Language): Notice =>
  noticeIn(language, 'test', {
    zh: { title: '测试通知', content: '{{value}} 的通知可以送达这里。', values: [site] },
    en: { title: 'Test notification', content: 'Notifications of {{value}} arrive here.', values: [site] },
  })

export interface ChannelChange {
  id: number
  name: string
  /** The new status: enabled, or disabled automatically. */
  status: number
  reason: ChannelReason
}

/** A channel was enabled or disabled automatically. */
export function buildChannelNotice({ id, name, status, reason }: ChannelChange, language: Language): Notice {
  const isOn = status === channelStatus.enabled
  const reasonText = describeChannelReason(language, reason) ?? ''
  const reasonValues = reasonText === '' ? [] : [reasonText]
  return noticeIn(language, `channel_update_${id}_${status}`, {
    zh: {
      title: isOn ? `渠道“${name}”（#${id}）已自动启用` : `渠道“${name}”（#${id}）已自动禁用`,
      content: `${isOn ? '渠道 {{value}} 测试通过，已重新启用。' : '渠道 {{value}} 不再接收调用。'}${reasonText === '' ? '' : '原因：{{value}}'}`,
      values: [`${name} (#${id})`, ...reasonValues],
    },
    en: {
      title: isOn ? `Channel ${name} (#${id}) enabled` : `Channel ${name} (#${id}) disabled`,
      content: `${isOn ? 'The channel {{value}} passed its test and receives calls again.' : 'The channel {{value}} no longer receives calls.'}${reasonText === '' ? '' : ' Reason: {{value}}'}`,
      values: [`${name} (#${id})`, ...reasonValues],
    },
  })
}

export interface TestsDone {
  passed: number
  failed: number
  skipped: number
}

/** A requested test of all channels has finished. */
export function buildTestsDoneNotice({ passed, failed, skipped }: TestsDone, language: Language): Notice {
  const values = [passed, failed, skipped].map(String)
  return noticeIn(language, 'channel_test', {
    zh: {
      title: '渠道测试完成',
      content: '通过 {{value}} 个，失败 {{value}} 个，跳过 {{value}} 个。结果在渠道页面查看。',
      values,
    },
    en: {
      title: 'All channels tested',
      content: 'Passed: {{value}}. Failed: {{value}}. Skipped: {{value}}. The channels page has the results.',
      values,
    },
  })
}

const namesShown = 5

/** A session of the account created API tokens. */
export function buildNewTokensNotice(names: readonly string[], language: Language): Notice {
  const list = names.slice(0, namesShown).join(', ') + (names.length > namesShown ? ', …' : '')
  const values = [String(names.length), list]
  return noticeIn(language, 'api_token_created', {
    zh: {
      title: '你的账户新建了令牌',
      content: '新建的令牌共 {{value}} 个：{{value}}。如果不是你本人操作，请立即删除令牌、修改密码并退出其他设备。',
      values,
    },
    en: {
      title: 'A new API token in your account',
      content:
        'New API tokens: {{value}} ({{value}}). If you did not create them, delete them, change your password and log out your other devices at once.',
      values,
    },
  })
}

export interface ModelNews {
  channels: number
  added: number
  removed: number
}

/** Upstreams list new models or no longer list known ones. */
export function buildModelNewsNotice({ channels, added, removed }: ModelNews, language: Language): Notice {
  const values = [channels, added, removed].map(String)
  return noticeIn(language, 'upstream_models', {
    zh: {
      title: '上游模型有变化',
      content: '{{value}} 个渠道的上游：新增 {{value}} 个模型，下线 {{value}} 个。在渠道页面的“上游模型”中处理。',
      values,
    },
    en: {
      title: 'Upstream models changed',
      content:
        'Channels affected: {{value}}. New models: {{value}}. Removed models: {{value}}. Review them under “Upstream models” on the channels page.',
      values,
    },
  })
}

/** The operator's top-up page, otherwise the console's; '' = neither has an address. */
const topUpLinkOf = ({ TopUpLink: own, ServerAddress: server }: QuotaOptions): string =>
  own !== '' ? own : server === '' ? '' : `${server.replace(/\/+$/, '')}/topup`

/** An amount as the site shows it: two decimals; below one, up to six. */
function quotaText(amount: number, options: QuotaOptions): string {
  if (!options.DisplayInCurrencyEnabled) return amount.toLocaleString('en-US')
  const { symbol, rate } = shownCurrency(quotaDisplayOf(options))
  const size = (Math.abs(amount) / options.QuotaPerUnit) * rate
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: size < 1 ? 6 : 2 }
  return `${amount < 0 ? '-' : ''}${symbol}${size.toLocaleString('en-US', digits)}`
}
