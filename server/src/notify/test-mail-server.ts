import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { TestCertificate } from '../platform/outbound/test-certificate.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The headers and the body, unchanged. */
  text: string
  isSecure: boolean
  user: string | null
}

export interface TestMailServer {
  readonly port: number
  readonly received: ReceivedMail[]
  /** Resolves when `count` mails have arrived. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

/** A mail server on loopback. Without a certificate it offers no TLS; with `password` it requires a login. */
export async function startTestMailServer({
  certificate,
  isImplicitTls = false,
  password,
  authMethods = ['PLAIN', 'LOGIN'],
}: {
  certificate?: TestCertificate
  isImplicitTls?: boolean
  password?: string
  authMethods?: string[]
} = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const waiting: { count: number; wake: () => void }[] = []
  const server = new SMTPServer({
    ...(certificate && { key: certificate.key, cert: certificate.cert }),
    secure: isImplicitTls,
    ...(!certificate && { disabledCommands: ['STARTTLS'] }),
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    authMethods,
    onAuth(auth, _session, callback) {
      if (auth.password === password) callback(null, { user: auth.username })
      // Some servers quote what they refuse.
      else callback(new Error(`wrong password: ${auth.password} ${btoa(`\0${auth.username}\0${auth.password}`)}`))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
          isSecure: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        })
        for (const { count, wake } of waiting) if (received.length >= count) wake()
        callback()
      })
    },
  })
  // A client that aborts the handshake is not a failure of the server.
  server.on('error', () => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    until: (count) =>
      new Promise((wake) => {
        if (received.length >= count) wake()
        else waiting.push({ count, wake })
      }),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
