// with-bun.mjs script.ts [argument…]: runs a script with the pinned Bun, installing what is missing first.
import { ensureInstalled } from './install.mjs'
import { runAndExit } from './run.mjs'

runAndExit(ensureInstalled(), process.argv.slice(2))
