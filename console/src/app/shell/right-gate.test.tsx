import { expect, test } from 'bun:test'
import type { AdminRight } from '@sluice/contract/admin-rights'
import { act, screen, visit } from '../../../test/visit.tsx'
import { noteRights } from '../../lib/session.ts'
import { RightGate } from './right-gate.tsx'

async function open(at: string, withheld: readonly AdminRight[]): Promise<void> {
  await visit(<RightGate>The page</RightGate>, { at, role: 'admin' })
  act(() => noteRights(1, withheld))
}

test('a page without its right is one sentence that says which right, and who gives it', async () => {
  await open('/margin', ['billing.read', 'billing.write'])
  expect(await screen.findByText(/Top-ups, codes and margin: View.*super administrator/)).toBeTruthy()
  expect(screen.queryByText('The page')).toBeNull()
})

test('the drawers of a list need the right of their form', async () => {
  await open('/channel/add', ['channel.sensitive_write'])
  expect(await screen.findByText(/Channels: Add, delete, keys and addresses/)).toBeTruthy()
})

test.each(['/channel', '/user/edit', '/token'])('other areas, and the own account, stay open: %s', async (at) => {
  await open(at, ['billing.read', 'user.read', 'user.write'])
  expect(await screen.findByText('The page')).toBeTruthy()
})
