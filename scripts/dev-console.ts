// dev-console.ts <port> <server port>: the development server of Vite, with a proxy to a running gateway.
import { createServer } from 'vite'
import { root } from './bun-path.mjs'

const [port = '5173', serverPort = '3000'] = process.argv.slice(2)
const target = `http://127.0.0.1:${serverPort}`
const vite = await createServer({
  root: `${root}console`,
  configFile: `${root}console/vite.config.ts`,
  server: {
    port: Number(port),
    strictPort: true,
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/v1', '/pg', '/healthz', '/readyz'].map((path) => [path, { target }])),
  },
})
await vite.listen()
