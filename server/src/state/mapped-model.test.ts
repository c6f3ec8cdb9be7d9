import { expect, test } from 'bun:test'
import { mappedModel, upstreamModelOf } from './mapped-model.ts'

const createChannel = (mapping: Record<string, string>) => ({ modelMapping: new Map(Object.entries(mapping)) })

test.each([
  ['a chain is followed', { a: 'b', b: 'c' }, 'c'],
  ['a name without a mapping stays', { b: 'c' }, 'a'],
  ['a name may be mapped to itself', { a: 'a' }, 'a'],
])('%s', (_, mapping, expected) => {
  expect(mappedModel(createChannel(mapping), 'a')).toBe(expected)
})

test('a cycle, which only another program can have stored, is an error', () => {
  expect(() => mappedModel(createChannel({ a: 'b', b: 'c', c: 'b' }), 'a')).toThrow(
    'The model mapping of the channel is not valid',
  )
  expect(() => mappedModel({ modelMapping: 'invalid' }, 'a')).toThrow('The model mapping of the channel is not valid')
})

test('a name with a suffix is mapped without it, unless the mapping has the full name', () => {
  const call = { request: { model: 'm-high' }, suffix: { base: 'm' } }
  expect(upstreamModelOf(createChannel({ m: 'x' }), call)).toBe('x')
  expect(upstreamModelOf(createChannel({ m: 'x', 'm-high': 'm-high' }), call)).toBe('m-high')
})
