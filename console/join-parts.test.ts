import { expect, test } from 'bun:test'
import { joinParts, type Part } from './join-parts.ts'

/** `pages`: one digit a page, the first page last. */
const part = (name: string, bytes: number, pages: string, imports: Part[] = []): Part => ({
  modules: [name],
  bytes,
  pages: BigInt(`0b${pages}`),
  imports: new Set(imports),
})

const costs = { byteWeights: [1, 1, 1], requestBytes: 100 }
const namesOf = (parts: readonly Part[]) => parts.map(({ modules }) => modules.toSorted().join()).toSorted()

test('parts of the same pages become one file', () => {
  expect(namesOf(joinParts([part('a', 5_000, '011'), part('b', 5_000, '011')], costs))).toEqual(['a,b'])
})

test('a part joins another if the request costs its pages more than the bytes of the other', () => {
  const small = () => part('small', 10, '011')
  expect(namesOf(joinParts([small(), part('near', 50, '110')], costs))).toEqual(['near,small'])
  expect(namesOf(joinParts([small(), part('far', 500, '110')], costs))).toEqual(['far', 'small'])
})

test('a page whose bytes count more keeps its files apart', () => {
  const parts = () => [part('a', 10, '010'), part('b', 10, '011')]
  expect(namesOf(joinParts(parts(), costs))).toEqual(['a,b'])
  expect(namesOf(joinParts(parts(), { ...costs, byteWeights: [20, 1, 1] }))).toEqual(['a', 'b'])
})

test('what is between two parts joins with them, since files may not import each other', () => {
  const low = part('low', 10, '111')
  const between = part('between', 10, '111', [low])
  const high = part('high', 10, '111', [between])
  expect(namesOf(joinParts([high, between, low], costs))).toEqual(['between,high,low'])
})

test('the imports of a part cost the pages that load it after a join', () => {
  const parts = (bytes: number) => {
    const large = part('large', bytes, '001')
    return [part('a', 10, '001', [large]), part('b', 10, '011'), large]
  }
  expect(namesOf(joinParts(parts(5_000), costs))).toEqual(['a,large', 'b'])
  const [joined] = joinParts(parts(20), costs)
  expect(joined).toMatchObject({ modules: ['a', 'large', 'b'], bytes: 40, pages: 3n, imports: new Set() })
})

test('many parts end without a circle of files', () => {
  // Multiplied and reduced: the same numbers in each run.
  let state = 1
  const draw = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const parts: Part[] = []
  for (let index = 0; index < 60; index++) {
    const imports = parts.filter(() => draw(12) === 0)
    const made = part(String(index), 1 + draw(400), (1 + draw(7)).toString(2), imports)
    for (const one of parts.concat(made)) for (const imported of one.imports) imported.pages |= one.pages
    parts.push(made)
  }
  for (const one of parts.toReversed()) for (const imported of one.imports) imported.pages |= one.pages
  const joined = joinParts(parts, costs)
  expect(joined.flatMap(({ modules }) => modules).length).toBe(60)
  expect(joined.length).toBeLessThan(20)
  const done = new Set<Part>()
  while (done.size < joined.length) {
    const ready = joined.filter((one) => !done.has(one) && [...one.imports].every((imported) => done.has(imported)))
    expect(ready).not.toEqual([])
    for (const one of ready) done.add(one)
  }
})
