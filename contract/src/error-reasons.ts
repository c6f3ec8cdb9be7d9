import type { CodeOf, ParamsOf, ReasonMessage } from './messages/catalogue.ts'
import { isRecord } from './read-json.ts'

export type ReasonCode = CodeOf<'reasons'>

/**
 * Why a value is refused, or what an error concerns: data from its origin to its display. Reasons are sent and stored
 * as data, with the English sentence beside it.
 */
export type Reason = ReasonMessage

/** The params of a reason; none if its text has no values. */
export type ReasonParams<Code extends ReasonCode> = keyof ParamsOf<'reasons', Code> extends never
  ? []
  : [params: ParamsOf<'reasons', Code>]

/** The reason with a code; the values in its text are required. */
export const makeReason = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>): Reason => ({
  code,
  params: params[0] ?? {},
})

/** A reason for one entry: a key of a table, or a field of an object. */
export const reasonAt = (entry: string, reason: Reason): Reason => ({
  ...reason,
  at: reason.at === undefined ? entry : `${entry}: ${reason.at}`,
})

/** Whether `value` has the form of a reason. Another version may have made it, and have other codes. */
export const isReason = (value: unknown): value is Reason =>
  isRecord(value) && typeof value.code === 'string' && isRecord(value.params)
