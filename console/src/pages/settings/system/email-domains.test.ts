import { expect, test } from 'bun:test'
import { addDomain, domainsIn } from './email-domains.ts'

test('a domain has labels of letters, digits and inner hyphens, and a last part of letters', () => {
  for (const text of ['example.com', 'a.b-c.example.org', '163.com', `${'a'.repeat(63)}.io`])
    expect(addDomain([], text).ok, text).toBe(true)
  const wrong = ['', 'example', 'example.c', 'example.c0m', '-a.com', 'a-.com', 'a..com', 'user@a.com']
  for (const text of [...wrong, `${'a'.repeat(64)}.io`, 'a b.com']) expect(addDomain([], text).ok, text).toBe(false)
})

test('a domain is added once, in lower case', () => {
  expect(addDomain(['a.com'], ' B.com ')).toEqual({ ok: true, domains: ['a.com', 'b.com'] })
  expect(addDomain(['a.com'], 'A.COM')).toEqual({ ok: false, problem: { text: 'problem.domainTwice' } })
  expect(addDomain([], 'nowhere')).toEqual({ ok: false, problem: { text: 'problem.notDomain' } })
})

test('the text holds comma-separated domains', () => {
  expect(domainsIn(' a.com,, b.com ')).toEqual(['a.com', 'b.com'])
  expect(domainsIn('')).toEqual([])
})
