import { expect, test } from 'bun:test'
import { customType, ownTypesFrom } from '@sluice/contract/channel-types'
import { importedType } from './channel-types.ts'

test('a number of the other program that is one of an own type here is not taken over as that type', () => {
  for (const layout of ['newapi-2025', 'newapi-2026', 'one-api'] as const)
    for (const id of [ownTypesFrom, ownTypesFrom + 1, 1_000])
      expect(importedType(layout, id)).toEqual({ type: customType, isUnserved: true })
})

test('the highest shared number is taken over', () => {
  expect(importedType('newapi-2026', ownTypesFrom - 1)).toEqual({ type: 60 })
})
