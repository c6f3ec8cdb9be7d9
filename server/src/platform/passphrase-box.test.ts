import { expect, test } from 'bun:test'
import { openByPassphrase, sealByPassphrase } from './passphrase-box.ts'

test('a box opens with its passphrase alone, however that was typed, and only whole', async () => {
  const box = await sealByPassphrase('the secret', 'Zu\u0308rich am See')
  expect(await openByPassphrase(box, 'Z\u00fcrich am See')).toBe('the secret')
  expect(await openByPassphrase(box, 'Zurich am See')).toBeNull()
  for (const damaged of [
    `${box.slice(0, 60)}${box[60] === 'A' ? 'B' : 'A'}${box.slice(61)}`,
    box.slice(0, -4),
    box.replace('p1.', 'p2.'),
    'p1.',
    '',
  ])
    expect(await openByPassphrase(damaged, 'Z\u00fcrich am See')).toBeNull()
  expect(await sealByPassphrase('the secret', 'Z\u00fcrich am See')).not.toBe(box)
}, 60_000)
