import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { cleanSchema } from './clean-schema.ts'

const cleanProperty = (schema: unknown, more: object = {}) => {
  const cleaned = cleanSchema({ type: 'object', properties: { p: schema }, ...more })
  return (cleaned?.properties as Record<string, unknown> | undefined)?.p
}

describe('cleanSchema', () => {
  test('omits keywords that the API lacks', () => {
    expect(
      cleanSchema({
        $schema: 'x',
        $id: 'y',
        title: 'T',
        type: 'object',
        additionalProperties: false,
        patternProperties: {},
        properties: {
          n: { type: 'integer', exclusiveMinimum: 0, minimum: 1, default: 3, examples: [1], format: 'int32' },
          s: { type: 'string', format: 'uri', minLength: 1 },
          d: { type: 'STRING', format: 'date-time' },
        },
        required: ['n', 'gone'],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: 1, format: 'int32' },
        s: { type: 'string', minLength: 1 },
        d: { type: 'string', format: 'date-time' },
      },
      required: ['n'],
    })
  })
  test('an object without properties is omitted at the top and kept inside another', () => {
    expect(cleanSchema({ type: 'object' })).toBeUndefined()
    expect(cleanSchema({ type: 'object', properties: {} })).toBeUndefined()
    expect(cleanProperty({ type: 'object', properties: {} })).toEqual({ type: 'object' })
  })
  test('resolves references and cuts recursion', () => {
    const $defs = {
      node: {
        type: 'object',
        properties: { name: { $ref: '#/$defs/text' }, next: { $ref: '#/$defs/node' } },
      },
      text: { type: 'string', description: 'inner' },
    }
    expect(cleanProperty({ $ref: '#/$defs/node', description: 'outer' }, { $defs })).toEqual({
      type: 'object',
      description: 'outer',
      properties: { name: { type: 'string', description: 'inner' }, next: { type: 'object' } },
    })
    expect(cleanProperty({ $ref: '#' })).toMatchObject({ type: 'object', properties: { p: { type: 'object' } } })
    expect(cleanSchema({ anyOf: [{ allOf: [{ $ref: '#' }] }, { type: 'string' }] })).toMatchObject({
      anyOf: [{ anyOf: [{ type: 'string' }, { type: 'string' }] }, { type: 'string' }],
    })
    expect(cleanProperty({ $ref: 'https://elsewhere.example/x' })).toEqual({ type: 'object' })
    expect(cleanProperty({ $ref: '#/$defs/missing' })).toEqual({ type: 'object' })
  })
  test('null becomes nullable, other alternatives anyOf', () => {
    expect(cleanProperty({ type: ['string', 'null'] })).toEqual({ type: 'string', nullable: true })
    expect(cleanProperty({ anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'd' })).toEqual({
      type: 'integer',
      nullable: true,
      description: 'd',
    })
    expect(cleanProperty({ oneOf: [{ type: 'integer' }, { type: 'string' }] })).toEqual({
      anyOf: [{ type: 'integer' }, { type: 'string' }],
    })
    expect(cleanProperty({ type: ['number', 'string', 'null'] })).toEqual({
      nullable: true,
      anyOf: [{ type: 'number' }, { type: 'string' }],
    })
    const restricted = { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] }
    expect(cleanProperty(restricted)).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
  })
  test('only texts are enumerated; a constant is an enumeration of one', () => {
    expect(cleanProperty({ const: 'a' })).toEqual({ type: 'string', enum: ['a'] })
    expect(cleanProperty({ const: 5 })).toEqual({ type: 'integer' })
    expect(cleanProperty({ enum: ['a', '', null] })).toEqual({ type: 'string', enum: ['a'], nullable: true })
    expect(cleanProperty({ type: 'integer', enum: [1, 2] })).toEqual({ type: 'integer' })
  })
  test('arrays have items, tuples alternatives, and an unrestricted value is text', () => {
    expect(cleanProperty({ type: 'array' })).toEqual({ type: 'array', items: { type: 'string' } })
    expect(cleanProperty({ type: 'array', items: { type: 'array', items: { type: 'number' } } })).toEqual({
      type: 'array',
      items: { type: 'array', items: { type: 'number' } },
    })
    expect(cleanProperty({ type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] })).toEqual({
      type: 'array',
      items: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    })
    for (const unrestricted of [true, {}, null]) expect(cleanProperty(unrestricted)).toEqual({ type: 'string' })
  })
  test('merges allOf', () => {
    const $defs = { base: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } }
    const more = { properties: { b: { type: 'integer' } }, required: ['b'] }
    expect(cleanProperty({ allOf: [{ $ref: '#/$defs/base' }, more], description: 'd' }, { $defs })).toEqual({
      type: 'object',
      description: 'd',
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
      required: ['a', 'b'],
    })
  })
  test('references that double with every level are cut', () => {
    const $defs: Record<string, unknown> = { d0: { type: 'string' } }
    for (let level = 1; level < 40; level++) {
      const below = { $ref: `#/$defs/d${level - 1}` }
      $defs[`d${level}`] = { type: 'object', properties: { a: below, b: below }, allOf: [below, below] }
    }
    const cleaned = cleanSchema({ type: 'object', properties: { p: { $ref: '#/$defs/d39' } }, $defs })
    expect(JSON.stringify(cleaned).length).toBeLessThan(2_000_000)
  })
  test('accepts any JSON, and is idempotent', () => {
    const keys = fc.constantFrom(
      'type',
      'properties',
      'items',
      'anyOf',
      'allOf',
      '$ref',
      'enum',
      'const',
      'required',
      'a',
    )
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(null, true, 1, 'string', 'object', 'array', '#', '#/properties/a'),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(keys, tie('schema'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(keys, schema, { maxKeys: 4 }), (value) => {
        const cleaned = cleanSchema(value)
        if (cleaned) expect(cleanSchema(cleaned)).toEqual(cleaned)
      }),
      { numRuns: 1000 },
    )
  })
})
