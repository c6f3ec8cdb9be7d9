import { expect, test } from 'bun:test'
import { act, screen } from '@testing-library/react/pure'
import { visit } from '../../../test/visit.tsx'
import { noteRights } from '../../lib/session.ts'
import { VendorsTab } from './vendors-tab.tsx'

const answers = {
  'GET /api/vendors/search': () => ({ data: { items: [], total: 0, page: 1, page_size: 10 } }),
}

test('an empty list offers to add an entry', async () => {
  const { user, address } = await visit(<VendorsTab />, { answers })
  await user.click(await screen.findByRole('button', { name: 'Add vendor' }))
  expect(address()).toBe('/here?open=new')
})

test('an administrator who may only read is offered no entry to add', async () => {
  await visit(<VendorsTab />, { answers, role: 'admin' })
  act(() => noteRights(1, ['setting.write']))
  await screen.findByText('No vendors yet')
  expect(screen.queryByRole('button', { name: 'Add vendor' })).toBeNull()
})
