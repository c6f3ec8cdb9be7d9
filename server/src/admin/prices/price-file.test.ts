import { expect, test } from 'bun:test'
import type { PriceFileRead } from '@sluice/contract/price-sheet'
import { forTests } from '../../../test/for-tests.ts'
import { setOptions, startTestApp } from '../test-app.ts'

const app = forTests(async () => {
  const started = await startTestApp()
  await setOptions(started, {
    ModelRatio: '{"a":1.5,"=cmd|1":1,"sound":2}',
    CompletionRatio: '{"a":5}',
    CacheRatio: '{"a":0.1}',
    AudioRatio: '{"sound":20}',
    AudioCompletionRatio: '{"sound":2}',
    ModelPrice: '{"picture":0.04}',
    PriceRules: '{"a":[{"when":{"input_over":1000},"set":{"factor":2}}]}',
  })
  return started
})
const exported = async (format: string) => {
  const answer = await app.send(`/api/prices/export?format=${format}`, {
    headers: { cookie: app.root.cookie, 'new-api-user': String(app.root.id) },
  })
  return { text: await answer.text(), name: answer.headers.get('content-disposition') }
}
const read = async (text: string) => (await app.root.post('/api/prices/read_file', { text })).body.data as PriceFileRead

test('the export names dollars, ratios, origin, cost and rules, and holds no formula', async () => {
  const { text, name } = await exported('csv')
  expect(name).toMatch(/^attachment; filename="prices-\d{4}-\d\d-\d\d\.csv"$/)
  const lines = text.split('\r\n')
  expect(lines[0]).toStartWith('model,input,output,cache_read,')
  const line = lines.find((one) => one.startsWith('a,')) ?? ''
  expect(line).toStartWith('a,3,15,0.3,')
  expect(line).toContain('"[{""when"":{""input_over"":1000},""set"":{""factor"":2}}]",typed,')
  expect(lines.some((one) => one.startsWith("'=cmd|1,"))).toBe(true)
  expect(lines.some((one) => one.startsWith('='))).toBe(false)
  const json = JSON.parse((await exported('json')).text) as Record<string, unknown>[]
  expect(json.find(({ model }) => model === 'sound')).toMatchObject({
    input: 4,
    audio: 80,
    audio_output: 160,
    ratio: 2,
  })
})

test.each(['csv', 'json'])('an export as %s that is read again changes nothing', async (format) => {
  const { changes, problems, lines } = await read((await exported(format)).text)
  expect({ changes, problems }).toEqual({ changes: [], problems: [] })
  expect(lines).toBeGreaterThan(4)
})

test.each([
  ['dollars', 'model,input,output\na,6,15', { fields: { ratio: 3, completion_ratio: 2.5 } }],
  [
    'dollars with the ratios of before',
    'model,input,output,cache_read,ratio,completion_ratio\na,6,30,0.6,1.5,5',
    { fields: { ratio: 3 } },
  ],
  ['ratios', 'model,ratio\na,2', { fields: { ratio: 2 } }],
  ['both alike', 'model,input,output,cache_read,ratio\na,4,20,0.4,2', { fields: { ratio: 2 } }],
  ['an empty cell', 'model,cache_ratio\na,', { fields: { cache_ratio: null } }],
  ['rules', 'model,rules\na,', { rules: null }],
  ['a price by the call', 'model;price\na;0.5', { fields: { price: 0.5 } }],
])('%s of a file become a change', async (_name, text, change) => {
  expect(await read(text)).toEqual({ changes: [{ model: 'a', ...change }], problems: [], lines: 1 })
})

test('problems are named by line, and the other lines are read', async () => {
  const text = [
    'model,input,output,ratio,rules',
    'fine,2,4,,',
    'text,two,,,',
    '',
    'negative,-1,,,',
    'huge,1e12,,,',
    ',1,,,',
    'fine,3,,,',
    'output,,5,,',
    'a,8,,9,',
    'rule,1,,,"[{""when"":{}}]"',
  ].join('\n')
  const { changes, problems } = await read(text)
  expect(changes).toEqual([{ model: 'fine', fields: { ratio: 1, completion_ratio: 2 } }])
  expect(problems.map(({ line, model, column, fault }) => [line, model, column, fault])).toEqual([
    [3, 'text', 'input', 'not_a_number'],
    [5, 'negative', 'input', 'out_of_range'],
    [6, 'huge', 'input', 'out_of_range'],
    [7, '', 'model', 'no_model'],
    [8, 'fine', 'model', 'twice'],
    [9, 'output', 'input', 'free_input'],
    [10, 'a', 'ratio', 'contradiction'],
    [11, 'rule', 'rules', 'rules_invalid'],
  ])
})

test.each(['', 'nothing', '<html><body>', '{"a":1}', '[1,2]', '[{"model"', 'name,ratio\na,1', 'model,ratio\n"a,1'])(
  'the file %p is refused as a whole',
  async (text) => {
    expect(await read(text)).toEqual({
      changes: [],
      problems: [{ line: 0, model: '', column: '', fault: 'unreadable' }],
      lines: 0,
    })
  },
)

test('names of properties of all objects are no prices', async () => {
  expect(await read('[{"model":"x","__proto__":1,"constructor":2}]')).toMatchObject({ changes: [], problems: [] })
})

test('a file of ten megabytes is read, one of more than five million characters is refused', async () => {
  const wide = `["${'𝒳'.repeat(5_242_880 / 2)}"]`
  expect(await read(wide)).toMatchObject({ changes: [], problems: [{ fault: 'unreadable' }] })
  const { body } = await app.root.post('/api/prices/read_file', { text: 'x'.repeat(5_242_881) })
  expect(body).toMatchObject({ success: false, code: 'invalid_parameters' })
})
