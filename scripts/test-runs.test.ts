import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bun-path.mjs'
import { slowSeconds } from './test-runs.ts'

test('the files that start first exist', () => {
  expect(Object.keys(slowSeconds).filter((file) => !existsSync(join(root, file)))).toEqual([])
})
