import { makeReason, type Reason, type ReasonCode, type ReasonParams } from '../error-reasons.ts'

/** Why a text is not an expression. Thrown and caught inside this folder. */
export class ExpressionFault extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.code)
    this.reason = reason
  }
}

export function refuse<Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>): never {
  throw new ExpressionFault(makeReason(code, ...params))
}
