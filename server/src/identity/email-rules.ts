import type { OptionValues } from '../state/option-registry.ts'
import { emailAliasNotAllowed, emailDomainNotAllowed } from './account-refusals.ts'

type EmailOptions = Pick<
  OptionValues,
  'EmailDomainRestrictionEnabled' | 'EmailAliasRestrictionEnabled' | 'EmailDomainWhitelist'
>

/**
 * Throws email_domain_not_allowed or email_alias_not_allowed when the site does not accept this address. Called before
 * an address is bound to an account, whatever its source.
 */
export function checkEmailRules(options: EmailOptions, email: string): void {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1).toLowerCase()]
  const domains = options.EmailDomainWhitelist.map((one) => one.toLowerCase())
  if (options.EmailDomainRestrictionEnabled && !domains.includes(domain)) throw emailDomainNotAllowed()
  if (options.EmailAliasRestrictionEnabled && /[+.]/.test(local)) throw emailAliasNotAllowed()
}
