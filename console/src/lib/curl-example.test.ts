import { expect, test } from 'bun:test'
import { readShellWords } from '../../test/shell-words.ts'
import { buildCurlExample, exampleModel } from './curl-example.ts'

test('a shell reads the example as one call with its two headers and a body of JSON', async () => {
  const model = `it's "odd" $(x)`
  const words = await readShellWords(buildCurlExample({ site: 'https://a.test', key: 'sk-k', model }))
  expect(words.slice(0, 6)).toEqual([
    'https://a.test/v1/chat/completions',
    '-H',
    'Authorization: Bearer sk-k',
    '-H',
    'Content-Type: application/json',
    '-d',
  ])
  expect(JSON.parse(words[6] ?? '')).toEqual({ model, messages: [{ role: 'user', content: 'Hello' }] })
})

test('a name with a wildcard is not used as an example', () => {
  expect(exampleModel(['gpt-4-gizmo-*', 'gpt-4o'])).toBe('gpt-4o')
  expect(exampleModel(['gpt-4-gizmo-*'])).toBe('gpt-4o-mini')
})
