import { expect, test } from 'bun:test'
import { buildPage, pageFile, type SeenProgram, seenFile } from './page.ts'
import { programs } from './programs/index.ts'

const seen = (await Bun.file(seenFile).json()) as SeenProgram[]

test('the page of clients matches the recorded runs', async () => {
  // `npm run clients -- --write` writes both.
  expect(await Bun.file(pageFile).text()).toBe(buildPage(seen))
})

test('the page lists every program with the tested version', () => {
  const versionOf = (main: string) => main.replace(/^.*(?:@|==)/, '')
  expect(seen.map(({ id }) => id)).toEqual(programs.map(({ id }) => id))
  const run = seen.filter(({ skipped }) => skipped === undefined)
  const expected = run.map(({ id }) => versionOf(programs.find((program) => program.id === id)?.packages[0] ?? ''))
  expect(run.map(({ version }) => version)).toEqual(expected)
})
