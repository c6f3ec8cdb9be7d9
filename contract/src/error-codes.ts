import type { ErrorCodeInfo } from './error-code-info.ts'
import { accountCodes } from './error-codes/account.ts'
import { apiTokenCodes } from './error-codes/api-token.ts'
import { balanceCodes } from './error-codes/balance.ts'
import { channelCodes } from './error-codes/channel.ts'
import { gatewayCodes } from './error-codes/gateway.ts'
import { limitCodes } from './error-codes/limit.ts'
import { requestCodes } from './error-codes/request.ts'
import { secondFactorCodes } from './error-codes/second-factor.ts'
import { sessionCodes } from './error-codes/session.ts'
import { siteCodes } from './error-codes/site.ts'
import { storedObjectCodes } from './error-codes/stored-object.ts'
import { taskCodes } from './error-codes/task.ts'
import { topUpCodes } from './error-codes/top-up.ts'
import { upstreamCodes } from './error-codes/upstream.ts'
import { userCodes } from './error-codes/user.ts'
import { namesIn } from './fill-text.ts'
import { keysOf, mapKeys } from './typed-keys.ts'

/** Every error of the gateway, once. Codes that existing clients know keep their spelling. */
export const errorCodes = {
  ...requestCodes,
  ...taskCodes,
  ...apiTokenCodes,
  ...storedObjectCodes,
  ...balanceCodes,
  ...limitCodes,
  ...upstreamCodes,
  ...gatewayCodes,
  ...sessionCodes,
  ...accountCodes,
  ...secondFactorCodes,
  ...topUpCodes,
  ...userCodes,
  ...channelCodes,
  ...siteCodes,
} as const satisfies Record<string, ErrorCodeInfo>

export type ErrorCode = keyof typeof errorCodes

/** The public message of each code, with its placeholders. */
export const errorMessages: Readonly<Record<ErrorCode, string>> = mapKeys(
  keysOf(errorCodes),
  (code) => errorCodes[code].message,
)

/** The message of a code for documents, with `{name}` for a value. */
export const documentedMessage = (code: ErrorCode): string =>
  errorCodes[code].message.replaceAll('{{', '{').replaceAll('}}', '}')

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)

/** Whether `params` has every value of the code's message; rows of an older version may lack some. */
export const hasValuesOf = (code: ErrorCode, params: Readonly<Record<string, unknown>>): boolean =>
  namesIn(errorCodes[code].message).every((name) => params[name] !== undefined)
