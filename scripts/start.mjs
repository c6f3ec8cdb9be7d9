// npm start: the product. Installs and builds what is missing, then serves until it is stopped.
import { join } from 'node:path'
import { buildConsole } from './build-console.mjs'
import { root } from './bun-path.mjs'
import { ensureInstalled } from './install.mjs'
import { runAndExit } from './run.mjs'

const bun = await ensureInstalled('run')
buildConsole(bun)
runAndExit(bun, [join(root, 'server/src/main.ts'), 'serve', ...process.argv.slice(2)])
