import { expect, test } from 'bun:test'
import { parseMailSender } from './mail-sender.ts'

test.each([
  ['gateway@example.com', '', 'gateway@example.com'],
  ['  gateway@localhost ', '', 'gateway@localhost'],
  ['<gateway@example.com>', '', 'gateway@example.com'],
  ['Gateway <gateway@example.com>', 'Gateway', 'gateway@example.com'],
  ['Gateway of Ada<gateway@example.com>', 'Gateway of Ada', 'gateway@example.com'],
  ['"Gateway, Inc." <gateway@example.com>', 'Gateway, Inc.', 'gateway@example.com'],
  ['"The \\"Gateway\\"" < gateway@example.com >', 'The "Gateway"', 'gateway@example.com'],
  ['网关 <gateway@example.com>', '网关', 'gateway@example.com'],
])('%s is a sender', (text, name, address) => {
  expect(parseMailSender(text)).toEqual({ name, address })
})

test.each([
  '',
  'gateway',
  '@example.com',
  'Gateway gateway@example.com',
  'Gateway <gateway>',
  'Gateway <gateway@example.com> more',
  'a@example.com, b@example.com',
  'One <a@example.com>, Two <b@example.com>',
  'a@example.com\r\nBcc: b@example.com',
  'Gateway\n<a@example.com>',
  '"Open <gateway@example.com>',
])('%j is not a sender', (text) => {
  expect(parseMailSender(text)).toBeNull()
})
