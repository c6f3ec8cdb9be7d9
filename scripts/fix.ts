// npm run fix: formats, and repairs what the linter can repair.
import { root } from './bun-path.mjs'

const biome = Bun.spawn([process.execPath, 'node_modules/@biomejs/biome/bin/biome', 'check', '--write'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.exit(await biome.exited)
