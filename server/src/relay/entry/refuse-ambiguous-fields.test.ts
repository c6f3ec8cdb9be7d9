import { expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import { scanJson } from '../../core/json/scan-json.ts'
import { clientBodyOf } from './read-client-body.ts'

const scanText = (text: string) => clientBodyOf(Buffer.from(text), scanJson(Buffer.from(text)))

test.each(['Model', 'MODEL', 'N', 'Batch_Size', 'max_to\u212aens', '\u017ftream', 'me\u017f\u017fages', 'Prompt'])(
  'a body with %j is refused: case-insensitive parsers would read it as the checked field',
  (name) => {
    expect(() => scanText(JSON.stringify({ model: 'cheap', [name]: 'expensive' }))).toThrow(GatewayError)
    expect(() => scanText(JSON.stringify({ [name]: 'expensive' }))).toThrow('is written')
  },
)

test('fields with other names pass in any case of letters', () => {
  const fields = { model: 'm', chatId: '1', generationConfig: {}, safetySettings: [], nn: 2, METADATA: {} }
  expect([...scanText(JSON.stringify(fields)).fields.keys()]).toEqual(Object.keys(fields))
})
