import { makeReason, type Reason, reasonAt } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'

// Refusals about one field of an account, each with that field. Where several requests name the field differently, the
// caller gives its name.

const fieldOf = (field: string, reason: Reason) => ({ fields: { [field]: reason } })

export const usernameTaken = (): GatewayError =>
  new GatewayError('username_taken', {}, fieldOf('username', makeReason('usernameTaken')))

export const emailTaken = (): GatewayError => {
  const reason = makeReason('addressTaken')
  return new GatewayError('invalid_parameters', { reason: reasonAt('email', reason) }, fieldOf('email', reason))
}

export const emailCodeWrong = (field: 'code' | 'verification_code'): GatewayError =>
  new GatewayError('email_code_wrong', {}, fieldOf(field, makeReason('sentCodeWrong')))

/** A code of the WeChat server. */
export const wechatCodeWrong = (): GatewayError =>
  new GatewayError('verification_code_invalid', {}, fieldOf('code', makeReason('sentCodeWrong')))

export const emailDomainNotAllowed = (): GatewayError =>
  new GatewayError('email_domain_not_allowed', {}, fieldOf('email', makeReason('domainNotAllowed')))

export const emailAliasNotAllowed = (): GatewayError =>
  new GatewayError('email_alias_not_allowed', {}, fieldOf('email', makeReason('aliasNotAllowed')))

export const secondFactorWrong = (field = 'code'): GatewayError =>
  new GatewayError('second_factor_invalid', {}, fieldOf(field, makeReason('codeWrong')))
