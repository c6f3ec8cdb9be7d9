// npm run clients [-- name… --write]: runs real programs against the gateway, all or the named ones.
// With --write the results go to docs/clients.md; programs that were not run keep their results there.
// With --check=words only the checks of agents whose names have the words are run, and nothing is written.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { buildPage, pageFile, type SeenProgram, seenFile } from '../server/test/clients/page.ts'
import type { Program, ProgramResult } from '../server/test/clients/program.ts'
import { programs } from '../server/test/clients/programs/index.ts'
import { runClients } from '../server/test/clients/run-clients.ts'

const given = process.argv.slice(2)
const names = given.filter((word) => !word.startsWith('-'))
const unknown = names.filter((name) => !programs.some(({ id }) => id === name))
if (unknown.length > 0) {
  console.log(`No program is called ${unknown.join(', ')}. There are: ${programs.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}
const words = given.find((word) => word.startsWith('--check='))?.slice('--check='.length)
if (words !== undefined && given.includes('--write')) {
  console.log('--write needs all checks of a program, so it does not go with --check.')
  process.exit(1)
}
const results = await runClients(
  programs.filter(({ id }) => names.length === 0 || names.includes(id)).map(withNamedChecks),
  report,
)
const checks = results.flatMap((result) => result.results)
const failed = checks.filter(({ complaints }) => complaints.length > 0).length
const skipped = results.filter((result) => result.skipped !== undefined).length
console.log(`${checks.length - failed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed > 0 ? 1 : 0)

function withNamedChecks(program: Program): Program {
  if (words === undefined || program.kind !== 'agent') return program
  return { ...program, checks: program.checks.filter(({ name }) => name.includes(words)) }
}

/** Writes the results of a program; those of the other programs stay. */
function write(result: ProgramResult): void {
  const known = existsSync(seenFile) ? (JSON.parse(readFileSync(seenFile, 'utf8')) as SeenProgram[]) : []
  const seenOn = new Date().toISOString().slice(0, 10)
  const seen = programs.flatMap(({ id }): SeenProgram[] => {
    return id === result.id ? [{ ...result, seenOn }] : known.filter((program) => program.id === id)
  })
  writeFileSync(seenFile, `${JSON.stringify(seen, null, 2)}\n`)
  writeFileSync(pageFile, buildPage(seen))
}

function report(result: ProgramResult): void {
  const { id, version, skipped, results, asksElsewhere } = result
  // Written at once, so that they are kept if the run ends early.
  if (given.includes('--write')) write(result)
  console.log(skipped === undefined ? `${id} ${version}` : `${id}: skipped, ${skipped}`)
  for (const { name, upstream, complaints, failure } of results) {
    const where = upstream === undefined ? '' : ` (${upstream})`
    console.log(`  ${complaints.length === 0 ? 'ok    ' : 'FAILED'} ${name}${where}`)
    if (failure) console.log(`         ${failure.seconds.toFixed(1)} s: ${failure.text}`)
    for (const complaint of complaints) console.log(complaint.replace(/^/gm, '         '))
  }
  if (asksElsewhere.length > 0) console.log(`  asked for other hosts: ${asksElsewhere.join(', ')}`)
}
