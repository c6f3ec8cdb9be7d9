import { expect, test } from 'bun:test'
import { uncodedIssues } from '../test-reasons.ts'
import { optionKeys, optionOf } from './registry.ts'

/** Values that no or few options accept. */
const oddTexts = [
  '',
  'x',
  'true',
  '-1',
  '0',
  '1.5',
  '1e12',
  '-1e12',
  'x,y z',
  'ftp://host',
  'Gateway gateway@example.com',
  '{',
  '{"a":-1}',
  '{"a":"x"}',
  '{"a":1e12}',
  '{"a":{"b":-1}}',
  '{"a":[1]}',
  '{"a":[0,0]}',
  '{"a":[-1,0.5]}',
  '{"a":{"rpm":-1}}',
  '[]',
  '{"a":null}',
  '[{}]',
  '[{"model":"a"}]',
  '[{"from":"a","when":{}}]',
  '{"a":{"rpm":0.5}}',
  '{"a":1.5}',
  '[1]',
  '{"web_search":-1}',
  '{"web_search":{"default":-1}}',
  'null',
  '"x"',
  'bhd',
  'x'.repeat(2_000_000),
]

test('an option is refused with a reason of the catalogue, not with a text of its own', () => {
  const uncoded = new Set<string>()
  for (const key of optionKeys)
    for (const text of oddTexts)
      for (const issue of uncodedIssues(optionOf(key).schema, text)) uncoded.add(`${key}: ${issue.message}`)
  expect([...uncoded]).toEqual([])
})
