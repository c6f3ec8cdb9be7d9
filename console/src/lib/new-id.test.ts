import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { newId } from './new-id.ts'

test('an id is a random UUID of version 4', () => {
  const ids = Array.from({ length: 100 }, newId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the console uses nothing that browsers offer over HTTPS alone, but where it says what to do without it', () => {
  const source = join(import.meta.dir, '..')
  const guarded = ['components/use-copy.tsx']
  const users = [...new Glob('**/*.{ts,tsx}').scanSync(source)].filter(
    (file) =>
      !/\.test\./.test(file) &&
      /crypto\.(?:randomUUID|subtle)\b|navigator\.(?:clipboard|mediaDevices|serviceWorker|share|locks)\b/.test(
        readFileSync(join(source, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
      ),
  )
  expect(users.sort()).toEqual(guarded)
})
