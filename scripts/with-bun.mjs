// with-bun.mjs [--run-only] script.ts [argument…]: runs a script with the pinned Bun, installing what is missing first.
// --run-only: the script needs only the packages that running the product needs.
import { ensureInstalled } from './install.mjs'
import { runAndExit } from './run.mjs'

const given = process.argv.slice(2)
const isRunOnly = given[0] === '--run-only'
runAndExit(await ensureInstalled(isRunOnly ? 'run' : 'develop'), isRunOnly ? given.slice(1) : given)
