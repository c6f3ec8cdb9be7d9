import { expect, test } from 'bun:test'
import { readCompared, toggleCompared, writeCompared } from './compared-models.ts'

const all = () => true

test('an address names up to four models, each once', () => {
  expect(readCompared('a,b,a,,c,d,e', all)).toEqual({ names: ['a', 'b', 'c', 'd'], unknown: [] })
  expect(readCompared('', all)).toEqual({ names: [], unknown: [] })
})

test('names that are not on the list take no place', () => {
  expect(readCompared('x,a,y,b,c,d,e', (name) => name < 'f')).toEqual({
    names: ['a', 'b', 'c', 'd'],
    unknown: ['x', 'y'],
  })
})

test('any name survives the address', () => {
  const names = ['meta/llama', 'a,b', '100%', '%2C']
  expect(readCompared(writeCompared(names), all).names).toEqual(names)
})

test('a model is added and removed; a fifth is not added', () => {
  expect(toggleCompared(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggleCompared(['a', 'b'], 'a')).toEqual(['b'])
  expect(toggleCompared(['a', 'b', 'c', 'd'], 'e')).toEqual(['a', 'b', 'c', 'd'])
})
