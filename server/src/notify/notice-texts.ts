import type { ChannelReason } from '@sluice/contract/channel-reasons'
import type { DataOf, MessageOf } from '@sluice/contract/messages/catalogue'
import { formatList } from '@sluice/contract/messages/format-list'
import { readerOf, render } from '@sluice/contract/messages/render'
import { templateOf } from '@sluice/contract/messages/write-message'
import { shownCurrency } from '@sluice/contract/quota-display'
import { channelStatus } from '@sluice/contract/roles'
import { describeChannelReason } from '../core/channel-reason.ts'
import type { Language } from '../platform/accepted-language.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { type DisplayOptions, quotaDisplayOf } from '../state/quota-display.ts'
import type { Alert } from './find-alerts.ts'
import { type Notice, valuePlace } from './notice.ts'

/** A notice in a language; its values are those of the content, in the order of the text. */
function noticeIn(
  language: Language,
  type: string,
  { title, content }: { title: MessageOf<'notices'>; content: DataOf<'notices'> },
): Notice {
  const { texts, places } = templateOf(readerOf(language), 'notices', content)
  const params: Readonly<Record<string, string | number>> = content.params
  return {
    type,
    title: render(language, 'notices', title),
    content: texts.join(valuePlace),
    values: places.map(({ name }) => String(params[name])),
  }
}

type QuotaOptions = Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit' | 'ServerAddress' | 'TopUpLink'> &
  DisplayOptions

/** The balance fell below the threshold of the account. */
export function buildLowBalanceNotice(balance: number, options: QuotaOptions, language: Language): Notice {
  const left = quotaText(balance, options, language)
  const link = topUpLinkOf(options)
  return noticeIn(language, 'quota_exceed', {
    title: { code: 'balanceLowTitle' },
    content:
      link === ''
        ? { code: 'balanceLow', params: { balance: left } }
        : { code: 'balanceLowLinked', params: { balance: left, link } },
  })
}

/** The notice of an alert about spend, in the language of the account. */
export function buildAlertNotice(alert: Alert, options: QuotaOptions, language: Language): Notice {
  const shown = (amount: number) => quotaText(amount, options, language)
  const spent = shown(alert.spent)
  switch (alert.cause) {
    case 'key': {
      const { name, percent } = alert
      const params = { name, spent, limit: shown(alert.limit) }
      return noticeIn(language, 'key_limit', {
        title: { code: 'keyLimitTitle', params: { name, percent } },
        content: { code: keyLimitCodes[alert.kind], params },
      })
    }
    case 'month':
      return noticeIn(language, 'month_spend', {
        title: { code: 'monthSpendTitle' },
        content: { code: 'monthSpend', params: { spent, amount: shown(alert.amount) } },
      })
    case 'unusual':
      return noticeIn(language, 'unusual_spend', {
        title: { code: 'unusualSpendTitle' },
        content: { code: 'unusualSpend', params: { spent, median: shown(alert.median) } },
      })
  }
}

const keyLimitCodes = { total: 'keyLimit', day: 'keyLimitDay', month: 'keyLimitMonth' } as const

/** For a test of the notification settings. */
export const buildTestNotice = (site: string, language: Language): Notice =>
  noticeIn(language, 'test', { title: { code: 'testTitle' }, content: { code: 'test', params: { site } } })

export interface ChannelChange {
  id: number
  name: string
  /** The new status: enabled, or disabled automatically. */
  status: number
  reason: ChannelReason
}

/** A channel was enabled or disabled automatically. */
export function buildChannelNotice({ id, name, status, reason }: ChannelChange, language: Language): Notice {
  const change = status === channelStatus.enabled ? 'channelOn' : 'channelOff'
  const channel = `${name} (#${id})`
  const why = describeChannelReason(language, reason) ?? ''
  return noticeIn(language, `channel_update_${id}_${status}`, {
    title: { code: `${change}Title`, params: { name, id } },
    content:
      why === ''
        ? { code: change, params: { channel } }
        : { code: `${change}Because`, params: { channel, reason: why } },
  })
}

export interface TestsDone {
  passed: number
  failed: number
  skipped: number
}

/** A requested test of all channels has finished. */
export const buildTestsDoneNotice = ({ passed, failed, skipped }: TestsDone, language: Language): Notice =>
  noticeIn(language, 'channel_test', {
    title: { code: 'testsDoneTitle' },
    content: { code: 'testsDone', params: { passed, failed, skipped } },
  })

const namesShown = 5

/** A session of the account created API tokens. */
export function buildNewTokensNotice(names: readonly string[], language: Language): Notice {
  const shown = [...names.slice(0, namesShown), ...(names.length > namesShown ? ['…'] : [])]
  return noticeIn(language, 'api_token_created', {
    title: { code: 'newTokensTitle' },
    content: { code: 'newTokens', params: { tokens: names.length, names: formatList(shown, language) } },
  })
}

export interface ModelNews {
  channels: number
  added: number
  removed: number
}

/** Upstreams list new models or no longer list known ones. */
export const buildModelNewsNotice = ({ channels, added, removed }: ModelNews, language: Language): Notice =>
  noticeIn(language, 'upstream_models', {
    title: { code: 'modelNewsTitle' },
    content: { code: 'modelNews', params: { channels, added, removed } },
  })

export interface ProposalNews {
  /** The name of the source. */
  source: string
  sourceId: number
  proposals: number
}

/** A scheduled look at a price list found changes that wait for a person. */
export const buildProposalsNotice = ({ source, sourceId, proposals }: ProposalNews, language: Language): Notice =>
  noticeIn(language, `price_proposals_${sourceId}`, {
    title: { code: 'proposalsTitle' },
    content: { code: 'proposals', params: { source, proposals } },
  })

/** The operator's top-up page, otherwise the console's; '' = neither has an address. */
const topUpLinkOf = ({ TopUpLink: own, ServerAddress: server }: QuotaOptions): string =>
  own !== '' ? own : server === '' ? '' : `${server.replace(/\/+$/, '')}/topup`

/** An amount as the site shows it: two decimals; below one, up to six. */
function quotaText(amount: number, options: QuotaOptions, language: Language): string {
  if (!options.DisplayInCurrencyEnabled) return amount.toLocaleString(language)
  const { symbol, rate } = shownCurrency(quotaDisplayOf(options))
  const size = (Math.abs(amount) / options.QuotaPerUnit) * rate
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: size < 1 ? 6 : 2 }
  return `${amount < 0 ? '-' : ''}${symbol}${size.toLocaleString(language, digits)}`
}
