import { expect, test } from 'bun:test'
import { allowedComparisons, findRepeatedDecisions, mustNotDecide } from './check-decisions.ts'
import { readImportGraph, readTexts } from './import-graph.ts'

const find = (text: string, file = 'server/src/relay/upstream/attempt.ts') =>
  findRepeatedDecisions(new Map([[file, text]]))

test.each([
  "if (call.target.operation === 'chat') return",
  "const isOwn = 'own' !== attempt.format.id",
  'const isSame = attempt.format === call.format',
  'if (first !== call.format.id && formatId === format.id) return',
  "if (usualFormat !== 'openai') return",
  'switch (call.format.id) {',
  "return operation === 'image_edits'",
])('a stage that asks again how a call travels is reported: %s', (text) => {
  expect(find(text)).toHaveLength(1)
})

test.each([
  "// format.id === 'openai'",
  "if (kind === 'chat') return",
  "if (body.response_format === 'text' || format === undefined) return",
  'if (operationOf(call.target).isChat && attempt.passage.isSameFormat) return',
])('what is no such question passes: %s', (text) => {
  expect(find(text)).toEqual([])
})

test('the rooms that decide are not read', () => {
  const files = [
    'server/src/relay/passage/choose-passage.ts',
    'server/src/relay/formats/index.ts',
    'server/src/protocols/gemini/format.ts',
    'server/src/providers/openai/adapter.ts',
    'server/src/relay/upstream/attempt.ts',
    'server/src/relay/upstream/attempt.test.ts',
  ]
  expect(mustNotDecide(new Map(files.map((file) => [file, []])))).toEqual(['server/src/relay/upstream/attempt.ts'])
})

test('a file that no longer compares leaves the list', () => {
  expect(find('', 'server/src/batches/account.ts')[0]).toContain('lower its number')
})

test('fewer than ten comparisons are left, and the tree has no others', () => {
  expect(allowedComparisons).toBeLessThan(10)
  const files = mustNotDecide(readImportGraph())
  expect(files.length).toBeGreaterThan(500)
  expect(findRepeatedDecisions(readTexts(files))).toEqual([])
})
