import { channelReasonFor, type StoredChannelReason } from '@sluice/contract/channel-reasons'
import { currentReader } from './message-reader.ts'

/** A stored reason in the reader's language; the stored text `reason` if it was not stored as data. */
export const reasonText = ({ reason, data }: { reason: string; data: StoredChannelReason | null }): string =>
  channelReasonFor(currentReader(), data) ?? reason
