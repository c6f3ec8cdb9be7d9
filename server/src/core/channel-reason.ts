import {
  type ChannelReason,
  channelReasonFor,
  type PackedReason,
  parseChannelReason,
  type StoredChannelReason,
} from '@sluice/contract/channel-reasons'
import type { ErrorParams } from '@sluice/contract/error-params'
import type { Reason } from '@sluice/contract/error-reasons'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import { isReasonCode, readerOf } from '@sluice/contract/messages/render'
import { packParams } from '@sluice/contract/pack-params'
import type { GatewayError } from './errors.ts'

export const packChannelReason = ({ code, params, lacksPath }: ChannelReason): PackedReason => ({
  code,
  ...packParams(params),
  ...(lacksPath && { lacksPath }),
})

/** The message of a reason; null when its data is incomplete. */
export const describeChannelReason = (
  language: TextLanguage,
  reason: StoredChannelReason | null | undefined,
): string | null => channelReasonFor(readerOf(language), reason)

/** English, for readers of the stored row. */
export const writeChannelReason = (reason: ChannelReason): string => describeChannelReason('en', reason) ?? ''

/** The message of a stored reason; `stored`, the English text, for rows without data. */
export function channelReasonOr(stored: string, data: unknown, language: TextLanguage): string {
  return describeChannelReason(language, parseChannelReason(data, isReasonCode)) ?? stored
}

export const reasonOfError = ({ code, params }: GatewayError): ChannelReason => ({ code, params })

/** The same reason with each of its texts changed, for example to remove keys. Code and kinds of params stay. */
// The casts of both functions: `mapTexts` keeps the names and the kinds of the values, which its type does not express.
export const mapReasonTexts = (reason: ChannelReason, change: (text: string) => string): ChannelReason =>
  ({ ...reason, params: mapTexts(reason.params, change) }) as ChannelReason

function mapTexts(params: ErrorParams, change: (text: string) => string): ErrorParams {
  const changed = Object.entries(params).map(([name, value]): [string, string | number | Reason] => {
    if (typeof value === 'string') return [name, change(value)]
    if (typeof value === 'number') return [name, value]
    // The cast: as above.
    return [name, { ...value, params: mapTexts(value.params, change) as Reason['params'] }]
  })
  return Object.fromEntries(changed)
}
