import type { ChannelReason } from '@sluice/contract/channel-reasons'
import type { AttemptRecord } from '@sluice/contract/usage-log'
import { packChannelReason, reasonOfError } from '../../core/channel-reason.ts'
import type { AttemptFailure } from './upstream-error.ts'

/** Why an attempt failed, for operators. */
export interface AttemptError {
  /** The upstream's own message, or the gateway's in English. */
  text: string
  /** The gateway's message as data; null where the upstream sent a message. */
  reason: ChannelReason | null
}

/** The upstream's own message if it sent one. */
export const attemptErrorOf = ({ error, upstream }: Pick<AttemptFailure, 'error' | 'upstream'>): AttemptError =>
  upstream?.message ? { text: upstream.message, reason: null } : { text: error.message, reason: reasonOfError(error) }

/** The fields of an attempt's record about its error; `null` = the attempt succeeded. */
export const errorFields = (error: AttemptError | null): Pick<AttemptRecord, 'error' | 'error_data'> => ({
  error: error === null ? null : error.text,
  ...(error?.reason && { error_data: packChannelReason(error.reason) }),
})
