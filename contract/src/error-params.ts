import type { ErrorCode } from './error-codes.ts'
import { isReason, type Reason } from './error-reasons.ts'
import type { MessageParams, NamesOf } from './messages/catalogue.ts'

/** The values of an error's message. Text of the gateway is a reason, so that it can be written in any language. */
export type ErrorParams = MessageParams

/** Params that are reasons: `what` an error concerns, why it is refused, what to do `instead`, how long to `wait`. */
type ReasonName = 'reason' | 'what' | 'scope' | 'period' | 'sentence' | 'instead' | 'wait'
/** Errors whose message is the reason why a route's input is refused. */
export type InvalidCode = 'invalid_parameters' | 'invalid_request' | 'setup_invalid'

/** Errors that quote another party, whose text has no translation. */
type QuotingCode = 'test_mail_failed' | 'turnstile_test_failed' | 'sign_in_failed' | 'api_key_rate_limit_reached'

/** Params that are amounts of quota: a text in the site's currency, because a number would be raw quota. */
export const amountNames = ['amount', 'available', 'minimum', 'needed'] as const
type AmountName = (typeof amountNames)[number]

type ParamOf<Code, Name> = Name extends AmountName
  ? string
  : Name extends ReasonName
    ? Code extends QuotingCode
      ? string | Reason
      : Reason
    : string | number

/** The params in the message of a code. A reason without a code does not compile. */
export type ParamsOf<Code extends ErrorCode> = {
  readonly [Name in NamesOf<'errors', Code>]: ParamOf<Code, Name>
}

/** The params of an error as sent and stored: earlier readers expect reasons as English sentences. */
export interface PackedParams {
  params: Readonly<Record<string, string | number>>
  /** Params that are reasons, as data; absent = none. */
  param_reasons?: Readonly<Record<string, Reason>>
}

/** Whether this version has a reason with this code. */
export type IsKnownReason = (code: string) => boolean

/** Params that were sent or stored. A reason that only a later version has stays the sentence that was sent. */
export const unpackParams = (
  { params, param_reasons }: { params: PackedParams['params']; param_reasons?: unknown },
  isKnown: IsKnownReason,
): ErrorParams => ({ ...params, ...pickReasons(param_reasons, isKnown) })

/** The reasons of a sent or stored record; those that only a later version has are omitted. */
export const pickReasons = (value: unknown, isKnown: IsKnownReason): Record<string, Reason> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(
      ([name, stored]: [string, unknown]) => {
        return isReason(stored) && isKnown(stored.code) ? [[name, stored]] : []
      },
    ),
  )
