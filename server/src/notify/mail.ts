import { setImmediate } from 'node:timers/promises'
import { isRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../core/errors.ts'
import { describeError } from '../platform/log.ts'
import { createSlots } from '../platform/slots.ts'
import type { Services } from '../services.ts'
import { buildConnection, buildSender, type MailSecurity } from './mail-settings.ts'

export interface Mail {
  /** One recipient or several, each a plain address. */
  to: string | readonly string[]
  subject: string
  html: string
  /** For readers without HTML. */
  text: string
}

/** A mail that was not sent: `mail_failed`. */
export class MailError extends GatewayError<'mail_failed'> {
  /** The status of the mail server's refusal; undefined = it could not be asked. */
  readonly replyStatus: number | undefined

  constructor(detail: string, replyStatus?: number) {
    super('mail_failed', {}, { detail })
    this.replyStatus = replyStatus
  }
}

const replyStatusOf = (cause: unknown): number | undefined =>
  isRecord(cause) && typeof cause.responseCode === 'number' ? cause.responseCode : undefined

/** Sends mail through the operator's server, with the current options. */
export interface Mailer {
  /** Whether a server and a sender are configured. */
  isConfigured(): boolean
  /** Returns the server's reply. Throws mail_not_configured, mail_failed or server_overloaded. */
  send(mail: Mail): Promise<string>
  /** Sends in the background; a failure is logged. For answers that must not reveal whether a mail was sent. */
  sendLater(mail: Mail): void
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
}

export interface MailerSettings {
  security: MailSecurity
  /** Certificates to trust in addition to the system's. */
  ca?: string
}

const atOnceMax = 2
const waitingMax = 200
const connectTimeoutMs = 10_000
const silenceTimeoutMs = 30_000

export function createMailer({ state, log }: Services<'state' | 'log'>, settings: MailerSettings): Mailer {
  const slots = createSlots({ atOnce: atOnceMax, waiting: waitingMax })
  const pending = new Set<Promise<unknown>>()

  async function deliver(mail: Mail): Promise<string> {
    const { options } = state.current()
    const from = buildSender(options)
    const connection = buildConnection(options, settings.security)
    if (!from || !connection) throw new GatewayError('mail_not_configured')
    const to = [mail.to].flat()
    refuseLineEnds([...to, mail.subject])
    // Loaded at the first mail.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      ...connection,
      ...(settings.ca !== undefined && { tls: { ...connection.tls, ca: settings.ca } }),
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      dnsTimeout: connectTimeoutMs,
      socketTimeout: silenceTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const { response } = await transport.sendMail({
        from,
        to: to.map((address) => ({ name: '', address })),
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
      })
      return response
    } catch (cause) {
      // Without its cause, which repeats the same words: a server may quote the password that it refuses.
      throw new MailError(withoutPassword(String(cause), connection.auth), replyStatusOf(cause))
    } finally {
      transport.close()
    }
  }

  const track = <T>(sending: Promise<T>): Promise<T> => {
    pending.add(sending)
    const done = () => pending.delete(sending)
    sending.then(done, done)
    return sending
  }

  const send = (mail: Mail): Promise<string> => track(slots(() => deliver(mail)))

  return {
    isConfigured() {
      const { options } = state.current()
      return buildSender(options) !== null && buildConnection(options, settings.security) !== null
    },
    send,
    sendLater(mail) {
      // In a later turn of the event loop, so that the duration of the answer does not reveal it.
      const sending = setImmediate().then(() => send(mail))
      track(sending).catch((error) => log.warn({ error: describeError(error) }, 'a mail could not be sent'))
    },
    async idle() {
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}

/** The text without the password, in words or as it is sent. */
function withoutPassword(text: string, auth: { user: string; pass: string } | undefined): string {
  if (!auth?.pass) return text
  const { user, pass } = auth
  const sent = [`\0${user}\0${pass}`, pass].map((secret) => Buffer.from(secret).toString('base64'))
  return [...sent, pass].reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text)
}

/** A line break in a header would start another header. */
function refuseLineEnds(texts: readonly string[]): void {
  if (texts.some((text) => /[\r\n]/.test(text))) throw new MailError('a recipient or the subject contains a line break')
}
