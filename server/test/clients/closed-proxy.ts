import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that refuses all requests and records their hosts. */
export interface ClosedProxy {
  url: string
  hosts: Set<string>
  close(): Promise<void>
}

export async function startClosedProxy(): Promise<ClosedProxy> {
  const hosts = new Set<string>()
  const server = createServer((request, response) => {
    if (request.headers.host) hosts.add(request.headers.host)
    response.writeHead(403).end()
  })
  server.on('connect', (request, socket) => {
    if (request.url) hosts.add(request.url.replace(/:443$/, ''))
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    hosts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
