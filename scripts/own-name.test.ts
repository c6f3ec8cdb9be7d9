import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { root } from './bun-path.mjs'
import { isTest } from './import-graph.ts'

const sources = '{contract,console,server,deploy,docs,.github}/**/*.{ts,tsx,html,svg,md,json,yaml,yml,service}'
const otherName = /\bNew ?API\b(?! (?:tokens?|keys?)\b)/
const isOwnCode = (file: string) => !/\/(node_modules|dist|__fixtures__|bench|test)\//.test(file) && !isTest(file)

/** Where the other program is meant: what is imported from it, its clients, thanks to it. */
const aboutTheOther = [
  /^server\/src\/importer\//,
  /^docs\/(importing|clients|decisions\/.*)\.md$/,
  /^docs\/(README|api|extending|testing|recipes\/from-new-api)\.md$/,
  /^(README|CHANGELOG)\.md$/,
  /^README\.zh\.md$/,
  /^server\/src\/cli\/run-command\.ts$/,
  /^contract\/src\/group-texts\.ts$/,
  // The kind of channel that passes calls on to one.
  /^contract\/src\/channel-types\.ts$/,
  /^docs\/(pricing|providers|videos)\.md$/,
  /^console\/src\/app\/shell\/footer\.tsx$/,
]

test('no text, page or setting calls this program by the name of another', async () => {
  expect('Welcome to New API').toMatch(otherName)
  expect('New API tokens: 2').not.toMatch(otherName)

  const files = [...new Bun.Glob(sources).scanSync({ cwd: root, dot: true }), ...new Bun.Glob('*.md').scanSync(root)]
  const own = files.filter(isOwnCode)
  expect(own.length).toBeGreaterThan(1_500)
  expect(own).toContain('console/index.html')
  const named = await Promise.all(
    own
      .filter((file) => !aboutTheOther.some((place) => place.test(file)))
      .map(async (file) => (otherName.test(await Bun.file(join(root, file)).text()) ? [file] : [])),
  )
  expect(named.flat()).toEqual([])
})
