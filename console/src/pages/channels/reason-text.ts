import { channelReasonIn, type StoredChannelReason } from '@sluice/contract/channel-reasons'
import { localiseError } from '../../lib/error-message.ts'
import { errorTexts } from '../../lib/error-texts.ts'

/** Why a channel was switched off, in the language of the person; `stored` where it was not kept as data. */
export const switchReasonIn = (
  language: string | undefined,
  { reason, data }: { reason: string; data: StoredChannelReason | null },
): string =>
  channelReasonIn(language === 'en' ? 'en' : 'zh', data, (code, params) =>
    localiseError(code, params, errorTexts),
  ) ?? reason
