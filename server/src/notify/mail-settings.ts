import { parseMailSender } from '@sluice/contract/mail-sender'
import { addressObjection } from '../platform/outbound/address-policy.ts'
import type { OptionValues } from '../state/option-registry.ts'

/**
 * `verify`: always TLS, the certificate checked. `unverified`: always TLS, with any certificate. `off`: as the server
 * offers it, also without.
 */
export type MailSecurity = 'verify' | 'unverified' | 'off'

type MailOptions = Pick<
  OptionValues,
  'SMTPServer' | 'SMTPPort' | 'SMTPAccount' | 'SMTPFrom' | 'SMTPToken' | 'SMTPSSLEnabled' | 'SystemName'
>

const implicitTlsPort = 465

/** Who mails come from, by the name of the site where the option gives none; null when no address is set. */
export function buildSender({ SMTPFrom, SMTPAccount, SystemName }: MailOptions) {
  const sender = parseMailSender(SMTPFrom.trim() || SMTPAccount)
  return sender && { name: sender.name || SystemName, address: sender.address }
}

/** How the server is reached; null when none is set, or one that is never called. */
export function buildConnection(options: MailOptions, security: MailSecurity) {
  const host = options.SMTPServer.trim()
  if (host === '' || addressObjection(host, true) !== null) return null
  const { SMTPPort: port, SMTPAccount: user, SMTPToken: pass } = options
  return {
    host,
    port,
    secure: port === implicitTlsPort || options.SMTPSSLEnabled,
    requireTLS: security !== 'off',
    opportunisticTLS: security === 'off',
    tls: { rejectUnauthorized: security === 'verify' },
    ...(user !== '' && pass !== '' && { auth: { user, pass, ...authMethod(host, user) } }),
  }
}

/** These servers offer PLAIN and refuse it. */
const authMethod = (host: string, user: string): { method?: 'LOGIN' } =>
  /outlook|onmicrosoft/i.test(user) || host.toLowerCase() === 'smtp.azurecomm.net' ? { method: 'LOGIN' } : {}
