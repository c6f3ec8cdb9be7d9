import { expect, test } from 'bun:test'
import { readStoredRouteReason } from './stored-route-reason.ts'

test('the sentence of an earlier version is read, other text is not', () => {
  expect(readStoredRouteReason('priority 20, weight 5, 3 left')).toEqual({
    priority: 20,
    weight: 5,
    left: 3,
    resting: 0,
  })
  expect(readStoredRouteReason('priority -1, weight 0, 3 left, 2 resting')).toEqual({
    priority: -1,
    weight: 0,
    left: 3,
    resting: 2,
  })
  expect(readStoredRouteReason('retry after 429')).toBeNull()
})
