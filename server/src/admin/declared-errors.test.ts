import { expect, test } from 'bun:test'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RouteKey, routeEntry, routes } from '@sluice/contract/routes'
import { keysOf } from '@sluice/contract/typed-keys'

const src = join(import.meta.dir, '..')
const isProduct = (file: string): boolean => !/\.test\.ts$|\/test-[^/]+$|describe-failures\.ts$/.test(file)
const files = globSync('**/*.ts', { cwd: src }).filter(isProduct)
const texts = new Map(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]))

/** The resource that a file belongs to; null for code that all resources use. */
const findResource = (file: string): string | null => /^admin\/([^/]+)\//.exec(file)?.[1] ?? null

/** The resources that mount the route. */
const findMountingResources = (key: RouteKey): Set<string | null> =>
  new Set([...texts].flatMap(([file, text]) => (text.includes(`'${key}'`) ? [findResource(file)] : [])))

// Resources do not import each other, so a code named only in other resources is never an answer of the route.
test('every error that a route declares is named in the code that its resource can reach', () => {
  const unnamed = keysOf(routes).flatMap((key) => {
    const resources = findMountingResources(key)
    // The keys of similar routes are built by a template.
    if (resources.size === 0) return []
    const reached = [...texts].filter(([file]) => findResource(file) === null || resources.has(findResource(file)))
    const { errors = [] } = routeEntry(key) ?? {}
    return errors
      .filter((code) => !reached.some(([, text]) => text.includes(`'${code}'`)))
      .map((code) => `${key}: ${code}`)
  })
  expect(unnamed).toEqual([])
})
