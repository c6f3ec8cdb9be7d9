import { describe, expect, test } from 'bun:test'
import { fitParameters, moonshotSchemas } from './fit-schema.ts'

const text = { type: 'string' }
const number = { type: 'number' }

describe('parameters of a function', () => {
  test.each([
    [undefined, { type: 'object', properties: {} }],
    [{}, { type: 'object', properties: {} }],
    [{ type: 'object' }, { type: 'object', properties: {} }],
    [{ properties: { a: text } }, { type: 'object', properties: { a: text } }],
    [{ type: ['object', 'null'] }, { type: 'object', properties: {} }],
    [
      { type: 'object', additionalProperties: false },
      { type: 'object', properties: {}, additionalProperties: false },
    ],
  ])('%j are an object with properties', (given, sent) => {
    expect(fitParameters(given)).toEqual(sent)
  })

  test('without any fault are returned themselves', () => {
    const schema = { type: 'object', properties: { a: { anyOf: [text, number] }, b: { type: 'array', items: text } } }
    expect(fitParameters(schema)).toBe(schema)
    const typed = {
      type: 'object',
      properties: { a: text, b: { anyOf: [text, { $ref: '#/$defs/c' }] } },
      $defs: { c: text },
    }
    expect(fitParameters(typed, moonshotSchemas)).toBe(typed)
  })

  test('have no alternatives at the top level', () => {
    const either = [{ required: ['a'] }, { required: ['b'] }]
    const properties = { a: text, b: number }
    expect(fitParameters({ type: 'object', anyOf: either, properties })).toEqual({ type: 'object', properties })
    const whole = [
      { type: 'object', properties: { kind: text, a: text }, required: ['kind', 'a'] },
      { type: 'object', properties: { kind: text, b: number }, required: ['kind'] },
    ]
    expect(fitParameters({ oneOf: whole, description: 'd' })).toEqual({
      description: 'd',
      type: 'object',
      required: ['kind'],
      properties: { kind: text, a: text, b: number },
    })
    const parts = [
      { properties: { a: text }, required: ['a'] },
      { properties: { b: number }, required: ['b'] },
    ]
    expect(fitParameters({ type: 'object', allOf: parts })).toEqual({
      type: 'object',
      properties,
      required: ['a', 'b'],
    })
  })

  test('have no list in items, and arrays have items', () => {
    const pair = { type: 'array', items: [text, number], additionalItems: false }
    expect(fitParameters({ type: 'object', properties: { pair, open: { type: 'array' } } })).toEqual({
      type: 'object',
      properties: {
        pair: { type: 'array', items: { anyOf: [text, number] } },
        open: { type: 'array', items: {} },
      },
    })
    const same = { type: 'array', items: [text, text] }
    expect(fitParameters({ type: 'object', properties: { same } }).properties).toEqual({
      same: { type: 'array', items: text },
    })
  })

  test('that refer to themselves without end stay', () => {
    const deep: Record<string, unknown> = { type: 'object', properties: {} }
    let inner = deep
    for (let level = 0; level < 500; level++) {
      const next = { type: 'object', properties: {} }
      inner.properties = { next }
      inner = next
    }
    expect(fitParameters(deep, moonshotSchemas)).toEqual(deep)
  })
})

describe('parameters for Moonshot', () => {
  const fitted = (a: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const schema = fitParameters({ type: 'object', properties: { a }, ...more }, moonshotSchemas)
    return { ...schema, a: (schema.properties as Record<string, unknown>).a }
  }

  test('have no type beside alternatives', () => {
    expect(fitted({ type: 'string', description: 'd', anyOf: [{ enum: ['x'] }, { pattern: 'y' }] }).a).toEqual({
      description: 'd',
      anyOf: [
        { type: 'string', enum: ['x'] },
        { type: 'string', pattern: 'y' },
      ],
    })
    expect(fitted({ oneOf: [text, number] }).a).toEqual({ anyOf: [text, number] })
    const object = { type: 'object', properties: { b: text }, anyOf: [{ required: ['b'] }] }
    expect(fitted(object).a).toEqual({ type: 'object', properties: { b: text }, required: ['b'] })
    expect(fitted({ allOf: [{ $ref: '#/$defs/x' }], description: 'd' }, { $defs: { x: text } }).a).toEqual({
      $ref: '#/$defs/x',
    })
  })

  test('have nothing beside a reference, and references only to $defs', () => {
    expect(fitted({ $ref: '#/$defs/x', description: 'd' }, { $defs: { x: text } }).a).toEqual({ $ref: '#/$defs/x' })
    const old = fitted({ $ref: '#/definitions/x' }, { definitions: { x: { type: 'array', items: [text, number] } } })
    expect(old.a).toEqual({ $ref: '#/$defs/x' })
    expect(old).toMatchObject({ $defs: { x: { type: 'array', items: { anyOf: [text, number] } } } })
    const own = fitted({ type: 'object', properties: { next: { $ref: '#/properties/a', title: 't' } } })
    expect(own.a).toEqual({ type: 'object', properties: { next: { $ref: '#/$defs/properties_a' } } })
    expect(own).toMatchObject({
      $defs: { properties_a: { type: 'object', properties: { next: { $ref: '#/$defs/properties_a' } } } },
    })
    expect(fitted({ $ref: '#/nowhere', description: 'd' }).a).toEqual({ type: 'string', description: 'd' })
  })

  test.each([
    [{ description: 'd' }, 'string'],
    [{ enum: [1, 2] }, 'number'],
    [{ items: text }, 'array'],
    [{ properties: { b: text } }, 'object'],
  ])('%j has a type', (schema, type) => {
    expect(fitted(schema).a).toEqual({ ...schema, type })
  })
})
