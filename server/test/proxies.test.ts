import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findFreePort, type Running, startNginx } from '../bench/processes.ts'
import { allWorks, type ProxiedSite, readBlock, replaceAllOf, startProxiedSite } from './behind-proxy.ts'

// The nginx examples of the pages, as they stand there, on another port.

describe.skipIf(process.env.TEST_NGINX === undefined)('behind nginx', () => {
  let site: ProxiedSite
  const proxies: Running[] = []
  beforeAll(async () => {
    site = await startProxiedSite({ BASE_PATH: '/ai' })
  })
  afterAll(async () => {
    for (const proxy of proxies) await proxy.stop()
    await site?.stop()
  })

  async function startExample(block: string, changes: readonly (readonly [string, string])[]): Promise<string> {
    const port = await findFreePort()
    const { cert, key } = site.certificate
    const listen = `listen 127.0.0.1:${port} ssl; ssl_certificate ${cert}; ssl_certificate_key ${key};`
    proxies.push(await startNginx(port, replaceAllOf(block, [['listen 443 ssl;', listen], ...changes])))
    return `https://localhost:${port}`
  }
  const ownCertificate = [
    ['  ssl_certificate /etc/ssl/ai.example.com.pem;\n', ''],
    ['  ssl_certificate_key /etc/ssl/ai.example.com.key;\n', ''],
  ] as const
  const ownName = ['server_name ai.example.com;', ''] as const

  test.each([
    ['at the root of a domain', [], ''],
    ['below a path', [['location / {', 'location /ai/ {']], '/ai'],
    [
      'below a path that it removes',
      [
        ['location / {', 'location /ai/ {'],
        ['3000;', '3000/;'],
      ],
      '/ai',
    ],
  ] as const)('the example works %s', async (_, changes, base) => {
    const block = await readBlock('recipes/behind-a-proxy.md', 'nginx')
    const url = await startExample(block, [
      ...ownCertificate,
      ownName,
      ...changes,
      ['127.0.0.1:3000', new URL(site.server.url).host],
    ])
    expect(await site.call(url + base)).toEqual(allWorks)
  })

  test('without the port in the host, the console refuses and names what differs', async () => {
    const block = await readBlock('recipes/behind-a-proxy.md', 'nginx')
    const url = await startExample(block, [
      ...ownCertificate,
      ownName,
      ['$http_host', '$host'],
      ['127.0.0.1:3000', new URL(site.server.url).host],
    ])
    const answer = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: '{}',
      tls: { ca: site.ca },
    })
    const { code, message } = (await answer.json()) as { code: string; message: string }
    expect({ status: answer.status, code }).toEqual({ status: 403, code: 'cross_site_request' })
    for (const part of [`at ${url},`, 'as localhost.', `ServerAddress must be ${url}`]) expect(message).toContain(part)
  })

  test('the example of several nodes works', async () => {
    const block = await readBlock('operations.md', 'nginx')
    const url = await startExample(block, [
      ...ownCertificate,
      ['10.0.0.1:3000', new URL(site.server.url).host],
      ['  server 10.0.0.2:3000 max_fails=1 fail_timeout=1s;\n', ''],
      ['  server 10.0.0.3:3000 max_fails=1 fail_timeout=1s;\n', ''],
    ])
    expect(await site.call(url)).toEqual(allWorks)
  })
})
