import {
  type ChannelReason,
  channelReasonIn,
  parseChannelReason,
  type StoredChannelReason,
} from '@sluice/contract/channel-reasons'
import { errorIn, type TextLanguage } from '@sluice/contract/error-in-language'
import type { GatewayError } from './errors.ts'

/** The sentence of a reason; null where it cannot be written from its data. */
export const describeChannelReason = (
  language: TextLanguage,
  reason: StoredChannelReason | null | undefined,
): string | null => channelReasonIn(language, reason, (code, params) => errorIn(language, code, params))

/** What is kept of a reason: its data, and English for readers of the stored row. */
export const writeChannelReason = (reason: ChannelReason): string => describeChannelReason('en', reason) ?? ''

/** The sentence of a stored reason; `stored`, the English text, where the row keeps no data. */
export const channelReasonOr = (stored: string, data: unknown, language: TextLanguage): string =>
  describeChannelReason(language, parseChannelReason(data)) ?? stored

export const reasonOfError = ({ code, values }: GatewayError): ChannelReason => ({ code, params: values })

/** The same reason with each of its texts changed, such as by the removal of keys. */
export const mapReasonTexts = (reason: ChannelReason, change: (text: string) => string): ChannelReason =>
  ({
    ...reason,
    params: Object.fromEntries(
      Object.entries(reason.params).map(([name, value]) => [
        name,
        typeof value === 'string' ? change(value) : value,
      ]),
    ),
  }) as ChannelReason
