import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestCertificate } from '../platform/outbound/test-certificate.ts'

interface ReceivedCall {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface TestWebhookServer {
  readonly port: number
  readonly received: ReceivedCall[]
  /** The statuses of the next answers, in order; an answer has status 200 if the list is empty. */
  readonly statuses: number[]
  close(): Promise<void>
}

/** Starts an HTTPS server on loopback that records the calls it receives. */
export async function startTestWebhookServer(certificate: TestCertificate): Promise<TestWebhookServer> {
  const received: ReceivedCall[] = []
  const statuses: number[] = []
  const server = createServer({ key: certificate.key, cert: certificate.cert }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url: path = '', headers } = request
    received.push({ path, headers, body: Buffer.concat(chunks).toString('utf8') })
    response.writeHead(statuses.shift() ?? 200).end('taken')
  })
  const bound = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', bound.resolve)
  await bound.promise
  return {
    port: (server.address() as AddressInfo).port,
    received,
    statuses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
