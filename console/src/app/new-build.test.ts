import { expect, test } from 'bun:test'
import { entryOf, isChunkError } from './new-build.ts'

test('a build is recognised by its entry script, in the built file and in the document of a browser', () => {
  const file = '<script src="/theme-start.js"></script>\n<script type="module" crossorigin src="/assets/index-1.js">'
  expect(entryOf(file)).toBe('/assets/index-1.js')
  expect(entryOf('<script type="module" crossorigin="" src="/assets/index-2.js"></script>')).toBe('/assets/index-2.js')
  expect(entryOf('The console is not built.')).toBeNull()
})

test('the message of each browser for missing code is recognised', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: http://here/assets/a.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])
    expect(isChunkError(new TypeError(message))).toBe(true)
  expect(isChunkError(new TypeError('Failed to fetch'))).toBe(false)
})
