import { expect, test } from 'bun:test'
import { groupExcluded } from './group-excluded.ts'

test('channels with the same reasons are one entry, in the order of the list', () => {
  const found = groupExcluded([
    { id: 3, name: 'c', codes: ['disabled'] },
    { id: 1, name: 'a', codes: ['model'] },
    { id: 4, name: 'd', codes: ['disabled'] },
    { id: 2, name: 'b', codes: ['group', 'model'] },
  ])
  expect(found.map(({ codes, channels }) => [codes.join(), channels.map(({ id }) => id)])).toEqual([
    ['disabled', [3, 4]],
    ['model', [1]],
    ['group,model', [2]],
  ])
})
