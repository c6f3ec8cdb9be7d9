import { parseMailSender } from '@sluice/contract/mail-sender'
import { addressObjection } from '../platform/outbound/address-policy.ts'
import type { OptionValues } from '../state/option-registry.ts'

/**
 * `verify`: always TLS, with a checked certificate. `unverified`: always TLS, with any certificate. `off`: TLS if the
 * server offers it.
 */
export type MailSecurity = 'verify' | 'unverified' | 'off'

type MailOptions = Pick<
  OptionValues,
  'SMTPServer' | 'SMTPPort' | 'SMTPAccount' | 'SMTPFrom' | 'SMTPToken' | 'SMTPSSLEnabled' | 'SystemName'
>

const implicitTlsPort = 465

/** The sender, with the site's name by default; null when no address is set. */
export function buildSender({ SMTPFrom, SMTPAccount, SystemName }: MailOptions) {
  const sender = parseMailSender(SMTPFrom.trim() || SMTPAccount)
  return sender && { name: sender.name || SystemName, address: sender.address }
}

/** The server's address; null if none is set, or it must not be called. */
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
