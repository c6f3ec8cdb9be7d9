import { expect, test } from 'bun:test'
import { writePageHead } from './page-head.ts'

const head = { title: 'A & B', siteName: 'A & B', description: 'One "key"', address: '', picture: '' }

test('names and texts of the operator are escaped', () => {
  expect(writePageHead(head)).toContain('<title>A &amp; B</title>')
  expect(writePageHead(head)).toContain('<meta name="description" content="One &quot;key&quot;" />')
})

test('a site that does not know its address has no canonical address and no picture', () => {
  expect(writePageHead(head)).not.toMatch(/canonical|og:url|og:image/)
  const known = writePageHead({ ...head, address: 'https://a.example/', picture: 'https://a.example/logo.png' })
  expect(known).toContain('<link rel="canonical" href="https://a.example/" />')
  expect(known).toContain('<meta property="og:image" content="https://a.example/logo.png" />')
})
