// npm run dev: the server with reload, the console by Vite with the API as proxy target, and a fake upstream.
import { root } from './bun-path.mjs'

const ports = { server: '3000', console: '5173', upstream: '4010' }
const commands = {
  server: [process.execPath, '--watch', '--no-clear-screen', 'server/src/main.ts', 'serve'],
  console: [process.execPath, '--bun', 'scripts/dev-console.ts', ports.console, ports.server],
  upstream: [process.execPath, '--watch', '--no-clear-screen', 'server/test/serve-fake-upstream.ts', ports.upstream],
}

const children = Object.values(commands).map((command) =>
  Bun.spawn(command, {
    cwd: root,
    env: {
      HOST: '127.0.0.1',
      DATA_DIR: './data/dev',
      SHUTDOWN_DELAY: '0',
      ...process.env,
      PORT: ports.server,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
)
const stop = (signal: NodeJS.Signals) => {
  for (const child of children) child.kill(signal)
}
process.on('SIGINT', () => stop('SIGTERM'))
process.on('SIGTERM', () => stop('SIGTERM'))

console.log(`console   http://localhost:${ports.console} (reloads; /api and /v1 go to the server)`)
console.log(`server    http://localhost:${ports.server}, data in ./data/dev`)

const code = await Promise.race(children.map((child) => child.exited))
stop('SIGTERM')
await Promise.all(children.map((child) => child.exited))
process.exit(code)
