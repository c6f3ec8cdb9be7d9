import type { ErrorCode, errorCodes } from './error-codes.ts'
import type { Reason } from './error-reasons.ts'
import type { NamesIn } from './fill-text.ts'

/** The values of an error's sentence. What is said in words of ours is a reason, so that it can be said in any language. */
export type ErrorParams = Readonly<Record<string, string | number | Reason>>

/** Params that are reasons: `what` an error speaks of, and why something was refused. */
type ReasonName = 'reason' | 'what' | 'scope' | 'period' | 'sentence'
/** Errors whose sentence is the reason why the input of a route is refused. */
export type InvalidCode = 'invalid_parameters' | 'invalid_request' | 'setup_invalid'

/** Errors whose text comes from another party, or is read by programs that call a model: it may be a sentence. */
type QuotingCode =
  | ('invalid_request' | 'invalid_image_request' | 'invalid_audio_request')
  | ('test_mail_failed' | 'sign_in_failed' | 'api_key_rate_limit_reached')

type ParamOf<Code, Name> = Name extends ReasonName
  ? Code extends QuotingCode
    ? string | Reason
    : Reason
  : string | number

/** The params that the sentence of a code names. A reason without a code does not compile. */
export type ParamsOf<Code extends ErrorCode> = {
  readonly [Name in NamesIn<(typeof errorCodes)[Code]['message']>]: ParamOf<Code, Name>
}

/** The params of an error as they are sent and stored: earlier readers know reasons as English sentences only. */
export interface PackedParams {
  params: Readonly<Record<string, string | number>>
  /** Those of the params that are reasons, as data; absent = none is. */
  param_reasons?: Readonly<Record<string, Reason>>
}

/** Whether the texts have a reason of this code. */
export type IsKnownReason = (code: string) => boolean

/** Params that were sent or stored. A reason that only a later version knows stays the sentence that it was sent with. */
export const unpackParams = (
  { params, param_reasons }: { params: PackedParams['params']; param_reasons?: unknown },
  isKnown: IsKnownReason,
): ErrorParams => ({ ...params, ...pickReasons(param_reasons, isKnown) })

/** The reasons of a record that was sent or stored; those that only a later version knows are left out. */
export const pickReasons = (value: unknown, isKnown: IsKnownReason): Record<string, Reason> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
      (entry: [string, unknown]): entry is [string, Reason] => isReason(entry[1], isKnown),
    ),
  )

const isReason = (value: unknown, isKnown: IsKnownReason): value is Reason =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  isKnown(value.code) &&
  'params' in value &&
  typeof value.params === 'object' &&
  value.params !== null
