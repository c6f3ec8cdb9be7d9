import { channelReasonIn, type StoredChannelReason } from '@sluice/contract/channel-reasons'
import { localiseError } from './error-message.ts'
import { errorTexts } from './error-texts.ts'

/** A stored reason in the reader's language; the stored text `reason` if it was not stored as data. */
export const reasonIn = (
  language: string | undefined,
  { reason, data }: { reason: string; data: StoredChannelReason | null },
): string =>
  channelReasonIn(language === 'en' ? 'en' : 'zh', data, (code, params) => localiseError(code, params, errorTexts)) ??
  reason
