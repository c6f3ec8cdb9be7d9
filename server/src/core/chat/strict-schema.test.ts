import { expect, test } from 'bun:test'
import { isStrictSchema, strictLeftOut, withStrictSchemas } from './strict-schema.ts'

const text = { type: 'string' }
const closed = (properties: Record<string, unknown>, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})

test.each<[string, unknown, boolean]>([
  ['a closed object', closed({ a: text }), true],
  ['without properties', closed({}), true],
  [
    'with inner ones',
    closed({ a: { type: 'array', items: closed({ b: { anyOf: [text, { type: 'null' }] } }) } }),
    true,
  ],
  ['with definitions', closed({ a: { $ref: '#/$defs/x' } }, { $defs: { x: closed({ b: text }) } }), true],
  ['an optional property', closed({ a: text }, { required: [] }), false],
  ['an optional property within', closed({ a: closed({ b: text }, { required: [] }) }), false],
  ['an open object', { type: 'object', properties: { a: text }, required: ['a'] }, false],
  ['an open object in a list of types', closed({ a: { type: ['object', 'null'] } }), false],
  ['an open alternative', closed({ a: { anyOf: [text, { type: 'object' }] } }), false],
  ['an open definition', closed({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { type: 'object' } } }), false],
  ['a refused keyword', closed({ a: { oneOf: [text] } }), false],
  ['alternatives at the top', closed({}, { anyOf: [closed({})] }), false],
  ['no object', text, false],
  ['any value', closed({ a: true }), false],
])('%s: OpenAI takes it in strict mode: %p %p', (_, schema, expected) => {
  expect(isStrictSchema(schema)).toBe(expected)
})

test('only strict mode is left out, and is named', () => {
  const loose = { type: 'object', properties: { a: text } }
  const request = {
    model: 'm',
    messages: [],
    isStream: false,
    wantsUsage: false,
    tools: [
      { name: 'f', parameters: loose, strict: true },
      { name: 'g', parameters: closed({ a: text }), strict: true },
      { name: 'h', parameters: loose },
    ],
    responseFormat: { kind: 'json_schema' as const, schema: loose, strict: true },
  }
  const fitted = withStrictSchemas(request)
  expect(fitted.tools?.map(({ strict }) => strict)).toEqual([false, true, undefined])
  expect(fitted.responseFormat).toEqual({ kind: 'json_schema', schema: loose, strict: false })
  expect(strictLeftOut(request, ['output_config.format'])).toEqual(['tools.strict', 'output_config.format.strict'])
  expect(withStrictSchemas(fitted)).toBe(fitted)
  expect(strictLeftOut(fitted, ['output_config.format'])).toEqual([])
})
