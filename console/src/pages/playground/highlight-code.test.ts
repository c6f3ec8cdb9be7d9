import { expect, test } from 'bun:test'
import { highlightCode } from './highlight-code.ts'

test('code is escaped, and coloured by class alone', () => {
  const html = highlightCode('ts', 'const a = "<script>"')
  expect(html).toContain('<span class="hljs-keyword">const</span>')
  expect(html).not.toContain('<script>')
})

test('a name that models use for a language is known; an unknown language and long code stay plain', () => {
  for (const name of ['ts', 'js', 'py', 'sh', 'html', 'yml', 'toml', 'c++', 'rs'])
    expect(highlightCode(name, 'x')).not.toBeNull()
  expect(highlightCode('poetry', 'x')).toBeNull()
  expect(highlightCode('ts', 'x'.repeat(40_000))).toBeNull()
})
